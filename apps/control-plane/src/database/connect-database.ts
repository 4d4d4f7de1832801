import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { assertMigrated, explainConnection } from './explain-connection.ts';
import { PrismaClient } from './generated/client.ts';
import { openPool } from './open-pool.ts';
import { runTransaction, type Transaction } from './transaction.ts';

export interface Database extends AsyncDisposable {
  /** Plain reads and writes. */
  readonly prisma: PrismaClient;
  /** Single statements that resolve a race. */
  readonly pool: pg.Pool;
  /** Direct connections, for temporary tables, which a transaction pooler cannot keep. */
  readonly sessions: pg.Pool;
  /**
   * Runs `work` in a transaction and retries it when PostgreSQL reports a deadlock, so `work` must
   * be repeatable. `lockWaitMs`: how long its statements wait for a lock. Default: as long as those
   * of other transactions.
   */
  readonly transaction: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: { readonly lockWaitMs?: number },
  ) => Promise<Result>;
  /**
   * Direct connections for heartbeats only, so that requests waiting for locks cannot delay them.
   * Its statements wait for a lock for 100 ms.
   */
  readonly heartbeats: pg.Pool;
  /**
   * Names the statement, so that each connection parses and plans it only once; with a transaction
   * pooler, which could not keep the name, it has none. The text must not vary.
   */
  readonly prepared: (name: string, text: string, values: unknown[]) => pg.QueryConfig;
}

/**
 * Together these bound how long a request waits: for a connection, for a statement by the server's
 * clock, and by this process's clock in case the server stops responding. A hung process must not
 * hold the lock of a login queue against all others.
 */
const CLIENT_DEADLINES = { connectionTimeoutMillis: 5_000, query_timeout: 12_000 };
const SERVER_DEADLINES = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
};
/**
 * For requests that their callers repeat: a lock that is held for long must not take every
 * connection, and a process that died inside a transaction must not hold its locks for long.
 */
const BRIEF_DEADLINES = {
  ...SERVER_DEADLINES,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 3_000,
};
const HEARTBEAT_CONNECTIONS = 4;
const HEARTBEAT_LOCK_WAIT_MS = 100;

/**
 * Opens one connection to check early that the database is reachable and migrated to this version.
 * Throws StartError.
 */
export async function connectDatabase(options: {
  readonly url: string;
  /** Connections for transitions; Prisma's reads get as many more. Default 10. */
  readonly poolSize?: number;
  /** Whether the URL goes through a transaction pooler. Default false. */
  readonly isPooled?: boolean;
  /** The URL without the pooler. Default: the URL. */
  readonly directUrl?: string;
  /** Whether to wait briefly for locks, because callers repeat their requests. Default false. */
  readonly isBrief?: boolean;
  /** Name of the connections in pg_stat_activity; `-reads` follows for Prisma's. */
  readonly name?: string;
}): Promise<Database> {
  const { url, directUrl = url, poolSize = 10, isPooled = false, name = 'errand' } = options;
  const deadlines = options.isBrief ? BRIEF_DEADLINES : SERVER_DEADLINES;
  const settings = {
    ...CLIENT_DEADLINES,
    ...(isPooled ? {} : deadlines),
    connectionString: url,
    max: poolSize,
  };
  const pool = openPool({ ...settings, application_name: name });
  const reads = openPool({ ...settings, application_name: `${name}-reads` });
  const adapter = new PrismaPg(reads, { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter });
  // A transaction pooler refuses deadlines of a session, so each transaction sets them.
  const ofTransactions = isPooled ? deadlines : {};
  const sessions = isPooled ? openSessions(directUrl, `${name}-sessions`) : pool;
  const heartbeats = openHeartbeats(directUrl);
  const close = async (): Promise<void> => {
    await heartbeats.end();
    if (isPooled) await sessions.end();
    await prisma.$disconnect();
    await pool.end();
  };
  try {
    await pool.query('select 1 from tasks limit 1');
    await assertMigrated(pool);
  } catch (error) {
    await close();
    throw explainConnection(error, url);
  }
  return {
    prisma,
    pool,
    sessions,
    heartbeats,
    transaction: (work, { lockWaitMs } = {}) => {
      const lockWait = lockWaitMs === undefined ? {} : { lock_timeout: lockWaitMs };
      return runTransaction(pool, work, beginWith({ ...ofTransactions, ...lockWait }));
    },
    prepared: (statement, text, values) =>
      isPooled ? { text, values } : { name: statement, text, values },
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the statement that begins a transaction with deadlines of its own. */
function beginWith(deadlines: Readonly<Record<string, number>>): string {
  const settings = Object.entries(deadlines);
  return `begin${settings.map(([name, value]) => `; SET LOCAL ${name} = ${value}`).join('')}`;
}

/** Connects when it is first used, which only workers' requests do. */
function openHeartbeats(url: string): pg.Pool {
  return openPool({
    ...CLIENT_DEADLINES,
    ...SERVER_DEADLINES,
    lock_timeout: HEARTBEAT_LOCK_WAIT_MS,
    connectionString: url,
    max: HEARTBEAT_CONNECTIONS,
    application_name: 'errand-heartbeats',
  });
}

/** Work that needs a session is rare, so one connection serves all of it. */
function openSessions(url: string, name: string): pg.Pool {
  return openPool({
    ...CLIENT_DEADLINES,
    ...SERVER_DEADLINES,
    connectionString: url,
    max: 1,
    application_name: name,
  });
}
