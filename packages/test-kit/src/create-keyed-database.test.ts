import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createKeyedDatabase } from './create-keyed-database.ts';

test('gives each caller a separate database with the same key, which is created once', async () => {
  let made = 0;
  const createKey = async (url: string): Promise<string> => {
    made += 1;
    await query(url, `INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'kept')`);
    return `it's ${made}`;
  };
  const keyed = { createKey, template: 'errand_template_of_this_test' };
  const databases = await Promise.all([createKeyedDatabase(keyed), createKeyedDatabase(keyed)]);
  await using first = databases[0];
  await using second = databases[1];
  expect(made).toBe(1);
  expect(first.url).not.toBe(second.url);
  expect(first.apiKey).toBe(second.apiKey);
  await query(first.url, 'DELETE FROM accounts');
  expect(await query(second.url, 'SELECT name FROM accounts')).toHaveLength(1);
});

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}
