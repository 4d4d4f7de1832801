import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../schema-files.ts';
import { findBroken } from './find-broken.ts';
import { readStatements } from './read-statements.ts';
import { explainRefusal, recordRelease, type ReleaseRecord } from './release-record.ts';

const RECORDS = join(ROOT, 'prisma', 'compatibility');

async function openDatabase() {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await createTestDatabase());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  owned.defer(() => client.end());
  const resources = owned.move();
  return { client, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function readNewestRecord(): ReleaseRecord {
  const names = readdirSync(RECORDS).toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return JSON.parse(readFileSync(join(RECORDS, names.at(-1) ?? ''), 'utf8'));
}

test('serves the control plane of the last recorded release', async () => {
  await using database = await openDatabase();
  // If that release is not out yet, record it again: node scripts/compatibility/main.ts
  expect(await findBroken(database.client, readNewestRecord())).toEqual([]);
});

test('every recorded release has tables and many statements, including calls to transitions', async () => {
  const { statements, tables } = readNewestRecord();
  expect(Object.keys(tables).length).toBeGreaterThan(20);
  expect(statements.length).toBeGreaterThan(50);
  const text = statements.join('\n');
  for (const name of ['submit_task', 'take_task', 'leave_task', 'end_session', 'next_tags']) {
    expect(text).toContain(` FROM ${name}($1, `);
  }
});

test('PostgreSQL can prepare every statement in the sources, including parameters of functions', async () => {
  await using database = await openDatabase();
  const refused: string[] = [];
  const { whole, temporaryTables } = await readStatements();
  for (const statement of temporaryTables) await database.client.query(statement);
  for (const statement of whole) {
    const refusal = await explainRefusal(database.client, statement);
    // The tables of pg-boss exist only after a control plane has started.
    if (refusal !== undefined && !statement.includes('pgboss.')) {
      refused.push(`${refusal}: ${statement}`);
    }
  }
  expect(refused).toEqual([]);
});

const changes: readonly (readonly [string, string, RegExp])[] = [
  [
    'drops a column',
    'ALTER TABLE tasks DROP COLUMN priority',
    /^The column tasks\.priority is gone\./,
  ],
  ['renames a table', 'ALTER TABLE viewers RENAME TO watchers', /^The table viewers is gone\./],
  [
    'changes a type',
    'ALTER TABLE tasks ALTER priority TYPE bigint',
    /^tasks\.priority is bigint; it was integer\./,
  ],
  [
    'makes a column required',
    'ALTER TABLE workers ALTER version SET NOT NULL',
    /^workers\.version may not be null any more\./,
  ],
  [
    'adds a required column',
    'ALTER TABLE workers ADD color text NOT NULL',
    /^The new column workers\.color has no default\./,
  ],
  [
    'drops a default',
    'ALTER TABLE tasks ALTER max_retries DROP DEFAULT',
    /^tasks\.max_retries has lost its default\./,
  ],
  [
    'renames an enum value',
    `ALTER TYPE view_mode RENAME VALUE 'view' TO 'look'`,
    /^The type view_mode has lost the value "view"\./,
  ],
  [
    'renames a function',
    'ALTER FUNCTION take_task RENAME TO start_task',
    /^function take_task\(.+does not exist: SELECT/,
  ],
  [
    'renames a result of a function',
    'ALTER FUNCTION end_session RENAME TO old; CREATE FUNCTION end_session(target uuid, holder text, OUT is_over boolean, OUT permits jsonb) LANGUAGE sql AS $$ SELECT true, NULL::jsonb $$',
    /^column "is_ended" does not exist: SELECT is_ended/,
  ],
  [
    'requires another parameter',
    replaceNextTags('account uuid, amount int, pool text', 'RETURNS bigint'),
    /^function next_tags\(.+does not exist: SELECT/,
  ],
];

function replaceNextTags(parameters: string, returns: string): string {
  return `DROP FUNCTION next_tags; CREATE FUNCTION next_tags(${parameters}) ${returns} LANGUAGE sql AS 'SELECT 1::bigint'`;
}

test.each(changes)('detects a migration that %s', async (_, change, sentence) => {
  await using database = await openDatabase();
  const record = await recordRelease(database.client, '1.0.0', await readStatements());
  await database.client.query(change);
  const broken = await findBroken(database.client, record);
  expect(broken).toContainEqual(expect.stringMatching(sentence));
});

test('accepts a purely additive migration', async () => {
  await using database = await openDatabase();
  const record = await recordRelease(database.client, '1.0.0', await readStatements());
  await database.client.query(`ALTER TABLE workers ADD color text;
    ALTER TABLE workers ADD size int NOT NULL DEFAULT 1;
    ALTER TYPE view_mode ADD VALUE 'listen';
    CREATE TABLE notes (text text NOT NULL);
    ${replaceNextTags(`account uuid, amount int, pool text DEFAULT ''`, 'RETURNS bigint')}`);
  expect(await findBroken(database.client, record)).toEqual([]);
});
