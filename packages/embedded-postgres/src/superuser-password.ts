import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * Requires a password: loopback is open to every user of the machine, and a superuser may run
 * programs as the server's user.
 */
const ACCESS_RULES = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** Returns the password that an earlier start gave the user `postgres`; undefined if none did. */
export function readPassword(directory: string): string | undefined {
  const file = join(directory, 'password');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Returns 256 random bits, which make hash iterations unnecessary. Readable by this user only. */
export function createPassword(): string {
  return randomBytes(32).toString('hex');
}

/** Stores the password next to the data once the server requires it. */
export function keepPassword(directory: string, password: string): void {
  const file = join(directory, 'password');
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Creates a file with the password, readable by the server's user, for `initdb` only. */
export function lendPassword(
  directory: string,
  password: string,
  { owner }: PostgresBinaries,
): string {
  const file = join(directory, 'password.init');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  if (owner !== undefined) chownSync(file, owner, owner);
  return file;
}

/**
 * Sets a password on data that an older version left open to all local users. The server must not
 * be running.
 */
export function closeOpenData(
  directory: string,
  password: string,
  binaries: PostgresBinaries,
): void {
  const data = join(directory, 'data');
  const { file, args, identity } = binaries.command('postgres', [
    '--single',
    '-D',
    data,
    'postgres',
  ]);
  const statement = `ALTER ROLE postgres PASSWORD '${password}'\n`;
  const changed = spawnSync(file, args, {
    cwd: directory,
    encoding: 'utf8',
    input: statement,
    ...identity,
  });
  if (changed.error) throw changed.error;
  if (changed.status !== 0) {
    throw new Error(`PostgreSQL could not set a password in "${data}": ${changed.stderr.trim()}`);
  }
  writeFileSync(join(data, 'pg_hba.conf'), ACCESS_RULES);
}
