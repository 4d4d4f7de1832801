import pg from 'pg';

/**
 * Opens a pool whose connections cannot crash this process. A broken connection emits an error
 * event: while idle, and also while being handed out, before its user listens. Its next statement
 * throws anyway.
 */
export function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return pool;
}
