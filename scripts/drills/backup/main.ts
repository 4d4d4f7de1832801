// Backs up a database under load, restores it, and checks what was restored.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runBackup, type Finding } from './run-backup.ts';
import { findPrograms } from './start-postgres.ts';

const USAGE = `usage: pnpm drill:backup [flags]
  --programs DIRECTORY  initdb, postgres, pg_dump and pg_restore of one version (default: Debian's newest)
  --seconds N           how long tasks are submitted before and during the dump (default 10)
  --keep                keep the dump and the logs even if nothing is wrong
  --help                show this text`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({
    strict: true,
    options: {
      programs: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) say(USAGE);
  else process.exitCode = await run(values);
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

/** Returns the exit status: 1 if a finding is not as expected; everything is then kept. */
async function run(flags: {
  readonly programs?: string | undefined;
  readonly seconds: string;
  readonly keep: boolean;
}): Promise<number> {
  const seconds = Number(flags.seconds);
  if (!(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600)) {
    throw new Error(`--seconds is "${flags.seconds}": specify a whole number from 1 to 3600.`);
  }
  const programs = findPrograms(flags.programs);
  const directory = mkdtempSync(join(tmpdir(), 'errand-backup-'));
  // When started as root, PostgreSQL runs as another user, which must be able to enter.
  chmodSync(directory, 0o711);
  let isGood = true;
  const report = ({ what, found, isAsExpected }: Finding): void => {
    say(`${isAsExpected ? 'ok' : 'WRONG'}  ${what}: ${found}`);
    isGood &&= isAsExpected;
  };
  await runBackup({ programs, directory, seconds }, report);
  if (isGood && !flags.keep) rmSync(directory, { recursive: true, force: true });
  else say(`The dump and the logs are in ${directory}.`);
  return isGood ? 0 : 1;
}
