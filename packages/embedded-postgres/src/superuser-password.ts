import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** Loopback is open to every user of the machine, and a superuser may run programs as the server's user. */
const ACCESS_RULES = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** The password of the user `postgres` of a server that was started before; undefined when it has none yet. */
export function readPassword(directory: string): string | undefined {
  const file = join(directory, 'password');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** 256 random bits, so that the hash of it needs no rounds. Readable by this user only. */
export function createPassword(): string {
  return randomBytes(32).toString('hex');
}

/** Keeps the password beside the data once the server asks for it. */
export function keepPassword(directory: string, password: string): void {
  const file = join(directory, 'password');
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A file with the password that the server's user may read, for `initdb` only. */
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

/** Gives data that an older version left open to all local users a password. The server is not running. */
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
