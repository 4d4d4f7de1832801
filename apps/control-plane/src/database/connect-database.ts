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
  /** Direct connections, for temporary tables; a transaction pooler cannot keep those. */
  readonly sessions: pg.Pool;
  /**
   * Runs `work` in a transaction and retries it when PostgreSQL reports a deadlock, so `work` must
   * be repeatable.
   */
  readonly transaction: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>;
  /** Runs reads that all see the same snapshot. */
  readonly snapshot: Database['transaction'];
}

/**
 * Together these bound how long a request waits: for a connection, for a statement by the server's
 * clock, and by ours in case the server stops responding. A hung process must not hold the lock of
 * a login queue against all others.
 */
const CLIENT_DEADLINES = { connectionTimeoutMillis: 5_000, query_timeout: 12_000 };
const SERVER_DEADLINES = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
};
/** A transaction pooler refuses deadlines of a session, so each transaction sets them. */
const POOLED_DEADLINES = Object.entries(SERVER_DEADLINES)
  .map(([name, value]) => `; SET LOCAL ${name} = ${value}`)
  .join('');

const BEGIN_SNAPSHOT = 'begin isolation level repeatable read, read only';

/**
 * Opens one connection to check early that the database is reachable and migrated to this version.
 * Throws StartError.
 */
export async function connectDatabase(options: {
  readonly url: string;
  /** Connections for transitions; Prisma's reads get the same number again. Default 10. */
  readonly poolSize?: number;
  /** Whether the URL goes through a transaction pooler. Default false. */
  readonly isPooled?: boolean;
  /** The URL without the pooler. Default: the URL. */
  readonly directUrl?: string;
  /** Name of the connections in pg_stat_activity; `-reads` follows for Prisma's. */
  readonly name?: string;
}): Promise<Database> {
  const { url, directUrl = url, poolSize = 10, isPooled = false, name = 'errand' } = options;
  const settings = {
    ...CLIENT_DEADLINES,
    ...(isPooled ? {} : SERVER_DEADLINES),
    connectionString: url,
    max: poolSize,
  };
  const pool = openPool({ ...settings, application_name: name });
  const reads = openPool({ ...settings, application_name: `${name}-reads` });
  const adapter = new PrismaPg(reads, { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter });
  const begin = (how: string): string => (isPooled ? how + POOLED_DEADLINES : how);
  const sessions = isPooled ? openSessions(directUrl, `${name}-sessions`) : pool;
  const close = async (): Promise<void> => {
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
    transaction: (work) => runTransaction(pool, work, begin('begin')),
    snapshot: (work) => runTransaction(pool, work, begin(BEGIN_SNAPSHOT)),
    [Symbol.asyncDispose]: close,
  };
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
