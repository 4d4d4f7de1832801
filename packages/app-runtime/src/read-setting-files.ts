import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const SUFFIX = '_FILE';
const MAX_BYTES = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting whose file cannot be used. `message` ends a sentence that begins with `name`. */
interface FileProblem {
  readonly name: string;
  readonly message: string;
}

/** What `readSettingFiles` found. */
export interface SettingFiles {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FileProblem[];
}

/**
 * Returns the variables that name the files of settings, keyed by the setting. A setting without
 * one is left out: the variable is itself a setting, such as LLM_PRICES_FILE.
 */
export function fileVariablesOf(settings: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(settings);
  const pairs = settings.map((name) => [name, `${name}${SUFFIX}`] as const);
  return new Map(pairs.filter(([, variable]) => !taken.has(variable)));
}

/**
 * Reads the settings whose values are in files: NAME_FILE is the path of a regular file of at most
 * 64 KiB of UTF-8, and NAME its content without the last newline. An empty variable counts as
 * absent.
 */
export function readSettingFiles(
  settings: readonly string[],
  environment: Environment,
): SettingFiles {
  const values: Record<string, string> = {};
  const problems: FileProblem[] = [];
  for (const [name, variable] of fileVariablesOf(settings)) {
    const path = environment[variable];
    if (!path) continue;
    const found = environment[name] ? describeBoth(name, variable) : readValue(variable, path);
    if ('value' in found) values[name] = found.value;
    else problems.push({ name, message: found.message });
  }
  return { values, problems };
}

function describeBoth(name: string, variable: string) {
  return { message: `is set, and so is ${variable}: remove one of them.` };
}

function readValue(variable: string, path: string) {
  const fail = (why: string) => ({
    message: `cannot be read: the file "${path}" of ${variable} ${why}.`,
  });
  try {
    const bytes = readStart(path);
    if (bytes === undefined) return fail('is not a regular file');
    if (bytes.length > MAX_BYTES) return fail('has more than 64 KiB');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = text.replace(/\r?\n$/, '');
    return value === '' ? fail('is empty') : { value };
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error;
    if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return fail('is not UTF-8 text');
    if (error.code === 'ENOENT') return fail('does not exist');
    return fail(`cannot be opened (${String(error.code)})`);
  }
}

/**
 * Returns at most one byte more than allowed; undefined if the path does not name a regular file.
 */
function readStart(path: string): Buffer | undefined {
  // Without O_NONBLOCK, opening a pipe waits for its writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    return buffer.subarray(0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}
