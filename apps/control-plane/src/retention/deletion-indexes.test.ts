import { expect, test } from '@jest/globals';
import { useStores } from '../testing/use-stores.ts';

const { database } = await useStores();

/** Few rows, or rows that are rarely looked for. */
const SCANNED = [
  'human_waits.resumed_by',
  'login_queues.portal_id',
  'recordings.account_id',
  'viewers.api_key_id',
];

test('finds what refers to a deleted row without reading a whole table', async () => {
  const { rows } = await database.pool.query<{ reference: string }>(
    `SELECT concat(c.conrelid::regclass, '.', a.attname) AS reference
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indisvalid AND i.indkey[0] = a.attnum
         AND coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))`,
  );
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual(SCANNED);
});
