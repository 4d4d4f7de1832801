import { StartError } from '@errand/app-runtime';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { explainConnection } from './explain-connection.ts';

const DEADLINE_MS = 5_000;

/**
 * Checks that a session at the direct address receives what the pool sends; behind a transaction
 * pooler or at another database it does not. Throws StartError.
 */
export async function assertNotifications(pool: pg.Pool, address: DatabaseAddress): Promise<void> {
  const setting = address.isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const client = new pg.Client({ connectionString: address.directUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw explainConnection(error, address.directUrl, setting);
  }
  try {
    const channel = `errand_start_${randomBytes(8).toString('hex')}`;
    const send = async () => {
      await client.query(`LISTEN ${channel}`);
      await pool.query('SELECT pg_notify($1, $2)', [channel, '']);
    };
    const signal = AbortSignal.timeout(DEADLINE_MS);
    await Promise.all([once(client, 'notification', { signal }), send()]);
  } catch (cause) {
    throw new StartError(
      address.isPooled
        ? 'Notifications sent through DATABASE_URL do not arrive at DATABASE_DIRECT_URL: it must lead to the same database, without a transaction pooler.'
        : 'Notifications do not arrive through DATABASE_URL, as behind a transaction pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      { cause },
    );
  } finally {
    await client.end();
  }
}
