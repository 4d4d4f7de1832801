import type { Database } from '../database/connect-database.ts';

/** Opens a transaction that a test can pause in the middle; rolled back unless committed. */
export async function begin({ database }: { readonly database: Database }) {
  const connection = await database.pool.connect();
  await connection.query('begin');
  return {
    connection,
    query: connection.query.bind(connection),
    async [Symbol.asyncDispose]() {
      try {
        await connection.query('rollback');
      } catch {
        // PostgreSQL has ended the connection, and with it the transaction.
        connection.release(true);
        return;
      }
      connection.release();
    },
  };
}
