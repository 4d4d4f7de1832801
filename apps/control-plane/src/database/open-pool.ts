import pg from 'pg';

/**
 * A pool of which no connection can end this process. One that breaks says so by an event: while it is idle, and also
 * in the same moment in which it is handed out, when its user has not begun to listen. Its next statement throws in any case.
 */
export function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return pool;
}
