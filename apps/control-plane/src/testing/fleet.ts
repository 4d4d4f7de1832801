import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';

/** Adds an API key with unknown text to the account, by default with all scopes. */
export async function addKey(
  { prisma }: Database,
  accountId: string,
  more: object = {},
): Promise<void> {
  const key = { accountId, name: 'key', prefix: 'key', keyHash: hashToken(randomUUIDv7()) };
  await prisma.apiKey.create({ data: { ...key, ...more } });
}

/** Adds a worker that was last seen this long ago, by default just now. */
export async function addWorker(
  { pool }: Database,
  worker: {
    readonly slots: number | null;
    readonly labels?: readonly string[];
    readonly features?: readonly string[];
    readonly lastSeen?: string;
  },
): Promise<void> {
  const { slots, labels = [], features = [], lastSeen = '0 s' } = worker;
  await pool.query(
    'INSERT INTO workers (id, slots, labels, features, last_seen_at) VALUES ($1, $2, $3, $4, now() - $5::interval)',
    [randomUUIDv7(), slots, labels, features, lastSeen],
  );
}

/** How many tasks the account may run concurrently; null for unlimited. */
export async function limitOf({ pool }: Database, accountId: string): Promise<number | null> {
  const { rows } = await pool.query('SELECT account_limit($1) at_most', [accountId]);
  return rows[0]?.at_most;
}
