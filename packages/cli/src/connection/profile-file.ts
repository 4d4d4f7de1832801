import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalError } from '../errors/command-errors.ts';
import type { Environment } from '../terminal/environment.ts';

export interface Profile {
  readonly url: string;
  readonly api_key: string;
}

export interface Profiles {
  /** The profile that is used unless another is named. */
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const NONE: Profiles = { current: null, profiles: {} };

/** The directory for logins: XDG_CONFIG_HOME, or ~/.config. */
function profilePath(env: Environment): string {
  const home = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(home, 'errand', 'profiles.json');
}

/** Throws LocalError if the file is damaged. */
export function readProfiles(env: Environment): Profiles {
  const path = profilePath(env);
  const text = readText(path);
  if (text === undefined) return NONE;
  try {
    const read = JSON.parse(text) as Partial<Profiles>;
    return { current: read.current ?? null, profiles: { ...read.profiles } };
  } catch (cause) {
    throw new LocalError(`"${path}" is not JSON: repair it, or delete it and log in again.`, {
      cause,
    });
  }
}

/** Writes a file that only this user can read, and never leaves it half written. */
export function writeProfiles(env: Environment, profiles: Profiles): string {
  const path = profilePath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  // A leftover file could have a different mode.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
  return path;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
