import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import pg from 'pg';

test('new_task sets each column that may not be null to its default in the table', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await using _ = { [Symbol.asyncDispose]: () => client.end() };
  const { rows } = await client.query<{ name: string; expression: string }>(
    `SELECT attname AS name, pg_get_expr(adbin, adrelid) AS expression FROM pg_attribute JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid = 'tasks'::regclass AND attnotnull AND attname <> 'sequence' ORDER BY attname`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const defaults = rows.map(({ name, expression }) => `'${name}', ${expression}`);
  const { rows: found } = await client.query<{ row: object; expected: object }>(
    `SELECT to_jsonb(task) AS row, to_jsonb(jsonb_populate_record(task, jsonb_build_object(${defaults.join(', ')}))) AS expected
     FROM new_task() AS task`,
  );
  expect(found[0]?.row).toEqual(found[0]?.expected);
  expect(found[0]?.row).toHaveProperty('sequence', expect.any(Number));
});
