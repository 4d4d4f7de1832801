import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { assertMigrated, explainConnection } from './explain-connection.ts';
import { PrismaClient } from './generated/client.ts';
import { openPool } from './open-pool.ts';
import { runTransaction, type Transaction } from './transaction.ts';

export interface Database extends AsyncDisposable {
  /** Plain reads and writes. */
  readonly prisma: PrismaClient;
  /** Single statements that decide a race. */
  readonly pool: pg.Pool;
  /** Runs `work` in a transaction, again when PostgreSQL ends it for a deadlock: it must bear being repeated. */
  readonly transaction: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * No request waits for longer than these together: for a connection, for a statement by the server's clock, and by ours
 * for a server that has fallen silent. A process that hangs must not hold the lock of a login queue for all others.
 */
const DEADLINES = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 8_000,
};

/** Opens one connection to learn early that the database is there and migrated as this version needs it. Throws StartError. */
export async function connectDatabase(options: {
  readonly url: string;
  /** Connections for transitions; Prisma's reads have as many again. Default 10. */
  readonly poolSize?: number;
}): Promise<Database> {
  const settings = { ...DEADLINES, connectionString: options.url, max: options.poolSize ?? 10 };
  const pool = openPool(settings);
  const adapter = new PrismaPg(openPool(settings), { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter });
  const close = async (): Promise<void> => {
    await prisma.$disconnect();
    await pool.end();
  };
  try {
    await pool.query('select 1 from tasks limit 1');
    await assertMigrated(pool);
  } catch (error) {
    await close();
    throw explainConnection(error, options.url);
  }
  return {
    prisma,
    pool,
    transaction: (work) => runTransaction(pool, work),
    [Symbol.asyncDispose]: close,
  };
}
