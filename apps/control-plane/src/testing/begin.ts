import type { Database } from '../database/connect-database.ts';

/** A transaction of the test's own, to stop in its middle; rolled back unless it was committed. */
export async function begin({ database }: { readonly database: Database }) {
  const connection = await database.pool.connect();
  await connection.query('begin');
  return {
    connection,
    query: connection.query.bind(connection),
    async [Symbol.asyncDispose]() {
      await connection.query('rollback');
      connection.release();
    },
  };
}
