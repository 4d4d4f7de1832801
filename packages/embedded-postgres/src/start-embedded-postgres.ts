import { untilStalled } from '@errand/app-runtime';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  closeOpenData,
  createPassword,
  keepPassword,
  lendPassword,
  readPassword,
} from './superuser-password.ts';

const PROBE_INTERVAL_MS = 20;

export interface EmbeddedPostgres extends AsyncDisposable {
  /**
   * Returns the connection string of a database on this server, including the password; the
   * database is not created.
   */
  readonly urlOf: (database: string) => string;
  /** Resolves when the server process has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

/**
 * Starts PostgreSQL on loopback with its data below `directory`, which is initialised the first
 * time. Connections need a password that only this user can read, because other users of the
 * machine reach loopback too. Disposing stops it (fast shutdown: open transactions are rolled back)
 * and waits until it has exited.
 */
export async function startEmbeddedPostgres(options: {
  readonly directory: string;
  readonly port: number;
  /**
   * Whether commits survive a crash of the machine. False avoids waiting for the disk. Default
   * true.
   */
  readonly isDurable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { directory, port, isDurable = true } = options;
  mkdirSync(dirname(directory), { recursive: true });
  const binaries = findPostgresBinaries(dirname(directory));
  const password = prepareDirectory(directory, binaries);
  const child = startServer({ directory, port, isDurable }, binaries);
  const exited = once(child, 'exit').then(() => undefined);
  const urlOf = (database: string): string =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  try {
    await acceptsConnections(urlOf('postgres'), child, join(directory, 'log'));
  } catch (error) {
    await stopServer(child, exited);
    throw error;
  }
  return { urlOf, exited, [Symbol.asyncDispose]: () => stopServer(child, exited) };
}

/** Returns the password of the user `postgres`. */
function prepareDirectory(directory: string, binaries: PostgresBinaries): string {
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
  if (binaries.owner !== undefined) chownSync(directory, binaries.owner, binaries.owner);
  const kept = readPassword(directory);
  if (kept !== undefined) return kept;
  const password = createPassword();
  if (existsSync(join(directory, 'data', 'PG_VERSION'))) {
    closeOpenData(directory, password, binaries);
  } else {
    createData(directory, password, binaries);
  }
  keepPassword(directory, password);
  return password;
}

function createData(directory: string, password: string, binaries: PostgresBinaries): void {
  const data = join(directory, 'data');
  const passwordFile = lendPassword(directory, password, binaries);
  const { file, args, identity } = binaries.command('initdb', [
    '-D',
    data,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const made = spawnSync(file, args, { cwd: directory, encoding: 'utf8', ...identity });
  rmSync(passwordFile);
  if (made.error) throw made.error;
  if (made.status !== 0) {
    throw new Error(`PostgreSQL could not create its data in "${data}": ${made.stderr.trim()}`);
  }
}

function startServer(
  options: { readonly directory: string; readonly port: number; readonly isDurable: boolean },
  binaries: PostgresBinaries,
): ChildProcess {
  const { directory, port, isDurable } = options;
  const { file, args, identity } = binaries.command('postgres', [
    '-D',
    join(directory, 'data'),
    `--port=${port}`,
    // Loopback only: socket paths are limited to 107 bytes.
    '--unix_socket_directories=',
    '--listen_addresses=127.0.0.1',
    '--max_connections=200',
    // A burst into the queue makes the planner's statistics stale; check again soon.
    '--autovacuum_naptime=10s',
    ...(isDurable ? [] : ['--fsync=off', '--full_page_writes=off']),
  ]);
  const log = openSync(join(directory, 'log'), 'a');
  // Its own process group: Ctrl-C reaches only us, and we stop it after its clients.
  const child = spawn(file, args, {
    cwd: directory,
    detached: true,
    stdio: ['ignore', log, log],
    ...identity,
  });
  closeSync(log);
  return child;
}

async function acceptsConnections(url: string, child: ChildProcess, log: string): Promise<void> {
  const answered = new AbortController();
  const server = { name: 'PostgreSQL', pid: child.pid, logFile: log };
  let stalled: string | undefined;
  void untilStalled(server, answered.signal).then((text) => (stalled = text));
  using _watching = { [Symbol.dispose]: () => answered.abort() };
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-3).join(' | ');
      throw new Error(`PostgreSQL exited while starting: ${tail} (see "${log}").`);
    }
    if (await canConnect(url)) return;
    if (stalled !== undefined) throw new Error(`${stalled} See "${log}".`);
    await delay(PROBE_INTERVAL_MS);
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Not ready yet, or still recovering: the caller's deadline decides.
    return false;
  }
}

async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  await exited;
}
