import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './index.ts';

test('gives every caller a separate migrated database', async () => {
  await using first = await createTestDatabase();
  await using second = await createTestDatabase();
  await query(first.url, `insert into accounts (id, name) values (gen_random_uuid(), 'first')`);
  expect(await query(first.url, 'select name from accounts')).toEqual([{ name: 'first' }]);
  expect(await query(second.url, 'select name from accounts')).toEqual([]);
});

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
