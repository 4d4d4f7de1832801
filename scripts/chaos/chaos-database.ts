import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@errand/embedded-postgres';
import { startOwnDatabase } from '@errand/local-installation';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EVENT_LOG } from './event-log.ts';

/** Upper bound; waiting for a server without progress ends earlier. */
const START_DEADLINE_MS = 600_000;
const START_PAUSE_MS = 200;

export interface ChaosDatabase extends AsyncDisposable {
  readonly url: string;
  /** Uses a new connection, because none survives a restart. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>;
  readonly runWith: <Result>(work: (pool: pg.Pool) => Promise<Result>) => Promise<Result>;
  /** Fast shutdown, then a start. */
  readonly restart: () => Promise<void>;
  /** SIGKILL of the server process, then a start with crash recovery. */
  readonly crash: () => Promise<void>;
}

/** Starts a separate PostgreSQL, migrated and with triggers that log every change of state. */
export async function startChaosDatabase(directory: string): Promise<ChaosDatabase> {
  const options = { directory: join(directory, 'postgres'), port: await findFreePort() };
  const { url, ...started } = await startOwnDatabase({ ...options, environment: process.env });
  let server: EmbeddedPostgres = started.server;
  const runWith: ChaosDatabase['runWith'] = async (work) => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on('error', () => undefined);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const query = (text: string) => runWith(async (pool) => (await pool.query(text)).rows);
  try {
    await query(EVENT_LOG);
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return {
    url,
    query,
    runWith,
    async restart() {
      await server[Symbol.asyncDispose]();
      server = await startAgain(options);
    },
    async crash() {
      process.kill(readServerId(options.directory), 'SIGKILL');
      await server.exited;
      server = await startAgain(options);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Returns the id of the server's first process. */
export function readServerId(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8'), 10);
}

/**
 * Retries: a killed server's processes hold its shared memory briefly, and none can start until
 * then.
 */
async function startAgain(
  options: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<EmbeddedPostgres> {
  const deadline = AbortSignal.timeout(START_DEADLINE_MS);
  for (;;) {
    try {
      return await startEmbeddedPostgres(options);
    } catch (error) {
      if (deadline.aborted) throw error;
      await delay(START_PAUSE_MS);
    }
  }
}
