import { findFreePort } from '@errand/app-runtime';
import { randomBytes } from 'node:crypto';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** A server with the client programs of the same version. */
export interface Postgres extends AsyncDisposable {
  /** Major version, such as 15. */
  readonly version: string;
  readonly urlOf: (database: string) => string;
  /** Runs `pg_dump` or `pg_restore`. Throws with its message when it fails. */
  readonly run: (program: 'pg_dump' | 'pg_restore', args: readonly string[]) => Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const NOBODY = 65_534;
const START_DEADLINE_MS = 30_000;

/**
 * Finds a directory with the programs of a server and its clients. Throws when there is none: the
 * server that `npm start` installs comes without `pg_dump`, and `pg_dump` refuses servers newer
 * than itself.
 */
export function findPrograms(given: string | undefined): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().toReversed() : [];
  const places = given === undefined ? versions.map((one) => join(DEBIAN, one, 'bin')) : [given];
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  const found = places.find((place) => programs.every((name) => existsSync(join(place, name))));
  if (found !== undefined) return found;
  throw new Error(
    `There is no PostgreSQL with ${programs.join(', ')} in ${places.join(', ') || DEBIAN}: install it (Debian: apt-get install postgresql), or name its directory with --programs.`,
  );
}

/** Starts a server for this drill alone; disposing stops it. */
export async function startPostgres(programs: string, directory: string): Promise<Postgres> {
  const place = { programs, directory, data: join(directory, 'data'), identity: findIdentity() };
  const password = createData(place);
  const port = await findFreePort();
  const server = startServer(place, port);
  const exited = once(server, 'exit');
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
    await exited;
  };
  const urlOf = (database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  try {
    await untilReady(urlOf('postgres'), join(directory, 'log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    version: readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim(),
    urlOf,
    run: (program, args) => runProgram(join(programs, program), args),
    [Symbol.asyncDispose]: stop,
  };
}

interface Place {
  readonly programs: string;
  readonly directory: string;
  readonly data: string;
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** PostgreSQL refuses to run as root. */
function findIdentity(): Place['identity'] {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Returns the password of the user `postgres`. */
function createData({ programs, directory, data, identity }: Place): string {
  mkdirSync(directory, { recursive: true });
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = identity;
  if (uid !== undefined && gid !== undefined) {
    for (const path of [directory, passwordFile]) chownSync(path, uid, gid);
  }
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--no-sync',
    ],
    { cwd: directory, encoding: 'utf8', ...identity },
  );
  rmSync(passwordFile);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
  return password;
}

function startServer({ programs, directory, data, identity }: Place, port: number): ChildProcess {
  const log = openSync(join(directory, 'log'), 'a');
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      `--port=${port}`,
      '--unix_socket_directories=',
      '--listen_addresses=127.0.0.1',
      '--max_connections=200',
      '--fsync=off',
    ],
    // Its own process group: Ctrl-C reaches only the drill, which stops it after its clients.
    { cwd: directory, detached: true, stdio: ['ignore', log, log], ...identity },
  );
  closeSync(log);
  return server;
}

async function untilReady(connectionString: string, log: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start: see "${log}".`, { cause: error });
      }
    }
    await delay(100);
  }
}

async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${message}`);
}
