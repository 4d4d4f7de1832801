import { createTestDatabase, type TestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateFunctions } from './migrate-functions.ts';
import { readFunctions, type FunctionFile } from './read-functions.ts';

let database: TestDatabase;
let client: pg.Client;
let own: readonly FunctionFile[];
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE notes (text text)');
  own = await readFunctions();
});
afterAll(async () => {
  await client.end();
  await database[Symbol.asyncDispose]();
});

/** Applies Errand's functions and one more. */
function apply(text?: string, version?: string) {
  const file = { name: 'note_length', text: text ?? '', hash: text ?? '', requires: [] };
  const files = text === undefined ? own : [...own, file];
  return migrateFunctions(database.url, files, version === undefined ? {} : { version });
}

async function list(): Promise<readonly unknown[]> {
  const { rows } = await client.query<{ form: string }>(
    `SELECT oid::regprocedure::text || ' ' || pg_get_function_result(oid) AS form FROM pg_proc
     WHERE proname = 'note_length' ORDER BY 1`,
  );
  return rows.map(({ form }) => form);
}

function trigger(name: string, event: string): string {
  return `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON notes FOR EACH ROW EXECUTE FUNCTION note_length();`;
}

async function triggers(): Promise<readonly object[]> {
  const select = `SELECT tgname, tgtype FROM pg_trigger WHERE tgrelid = 'notes'::regclass ORDER BY 1`;
  return (await client.query<object>(select)).rows;
}

test('leaves a complete database unchanged', async () => {
  expect(await apply()).toEqual({ applied: [], dropped: [] });
});

test('replaces a function, its parameters and its return type, and drops it again', async () => {
  const create = 'CREATE OR REPLACE FUNCTION note_length';
  const only = { applied: ['note_length'], dropped: [] };
  expect(await apply(`${create}() RETURNS int LANGUAGE sql AS 'SELECT 1'`)).toEqual(only);
  expect(await apply(`${create}(a int) RETURNS int LANGUAGE sql AS 'SELECT a'`)).toEqual(only);
  expect(await list()).toEqual(['note_length(integer) integer']);
  expect(await apply(`${create}(a int) RETURNS text LANGUAGE sql AS $$ SELECT '' $$`)).toEqual(
    only,
  );
  expect(await list()).toEqual(['note_length(integer) text']);
  expect(await apply()).toEqual({ applied: [], dropped: ['note_length'] });
  expect(await list()).toEqual([]);
});

test('replaces the triggers of a function, and drops those no longer defined', async () => {
  const body = `CREATE OR REPLACE FUNCTION note_length() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;`;
  await apply([body, trigger('one', 'INSERT'), trigger('two', 'INSERT')].join('\n'));
  const [one, two] = await triggers();
  await apply([body, trigger('two', 'DELETE'), trigger('three', 'INSERT')].join('\n'));
  expect(await triggers()).toEqual([
    { ...one, tgname: 'three' },
    { ...two, tgtype: 1 + 8 },
  ]);
  await apply();
  expect(await triggers()).toEqual([]);
});

test('serialises concurrent starts', async () => {
  const text = `CREATE OR REPLACE FUNCTION note_length() RETURNS int LANGUAGE sql AS 'SELECT 2'`;
  const reports = await Promise.all([apply(text), apply(text), apply(text)]);
  expect(reports.flatMap(({ applied }) => applied)).toEqual(['note_length']);
  await apply();
});

test('waits for a busy table without blocking others for long', async () => {
  const text = `CREATE OR REPLACE FUNCTION note_length() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE OR REPLACE TRIGGER one AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION note_length();`;
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('BEGIN');
  await other.query(`INSERT INTO notes VALUES ('')`);
  const applying = apply(text);
  // A pending lock blocks everyone behind it. This insert gets its turn when the attempt gives up.
  await other.query(`SELECT pg_sleep(0.5)`);
  await client.query(`INSERT INTO notes VALUES ('')`);
  await other.query('COMMIT');
  expect(await applying).toEqual({ applied: ['note_length'], dropped: [] });
  await other.end();
  await apply();
});

test('changes nothing when a file is invalid, and names it', async () => {
  const wrong = [
    {
      ...own[0],
      name: 'note_length',
      text: `CREATE FUNCTION note_length() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      hash: 'a',
    },
    { ...own[0], name: 'note_width', text: `CREATE FUNCTION note_width() RETRNS int`, hash: 'a' },
  ].map((file) => ({ ...file, requires: [] }));
  await expect(migrateFunctions(database.url, [...own, ...wrong])).rejects.toThrow(
    'prisma/functions/note_width.sql: syntax error at or near "RETRNS"',
  );
  expect(await list()).toEqual([]);
});

test('refuses to drop the functions of a newer version', async () => {
  const text = `CREATE OR REPLACE FUNCTION note_length() RETURNS int LANGUAGE sql AS 'SELECT 1'`;
  await apply(text, '99.10.0');
  await expect(apply(undefined, '99.9.1')).rejects.toThrow(
    'has the SQL functions of Errand 99.10.0, and this is 99.9.1: run bin/errand admin database migrate of that version, or name another database.',
  );
  expect(await list()).toEqual(['note_length() integer']);
});
