import { isRecord } from '@errand/foundation';

/** Writes a line to the terminal. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Script<Flags> {
  /** Throws on flags that it does not know. */
  readonly parseFlags: (args: readonly string[]) => Flags;
  /** Shown for `--help`. */
  readonly usage: string;
  /** Returns the exit status. */
  readonly run: (flags: Flags) => Promise<number>;
}

/** Runs a script with the flags of this process. An error ends it with its message and status 2. */
export async function runScript<Flags extends { readonly help: boolean }>({
  parseFlags,
  usage,
  run,
}: Script<Flags>): Promise<void> {
  try {
    const flags = parseFlags(process.argv.slice(2));
    if (flags.help) say(usage);
    else process.exitCode = await run(flags);
  } catch (error) {
    const message = Error.isError(error) ? error.message : String(error);
    process.stderr.write(`${message}\n${isWrongFlag(error) ? `${usage}\n` : ''}`);
    process.exitCode = 2;
  }
}

/** Whether `parseArgs` threw the error. */
function isWrongFlag(error: unknown): boolean {
  return isRecord(error) && String(error['code']).startsWith('ERR_PARSE_ARGS_');
}
