import { createTestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

// The TypeScript types of SQL results are written by hand. These tests compare them with the
// database.

const owned = new AsyncDisposableStack();
let client: pg.Client;
beforeAll(async () => {
  const database = owned.use(await createTestDatabase());
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  owned.defer(() => client.end());
});
afterAll(async () => owned.disposeAsync());

interface Member {
  readonly name: string;
  readonly type: string;
}

/** Members of an interface in a file of this folder. */
function readInterface(file: string, name: string): readonly Member[] {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const [, body = ''] =
    new RegExp(`^(?:export )?interface ${name} \\{\\n([^]*?)^\\}`, 'm').exec(source) ?? [];
  return [...body.matchAll(/^ {2}readonly (\w+): (.+);$/gm)].map(([, member = '', type = '']) => ({
    name: member,
    type,
  }));
}

/** Sorted member names of an interface in permits.ts. */
function namesOf(name: string): readonly string[] {
  return readInterface('permits.ts', name)
    .map((member) => member.name)
    .toSorted();
}

/** OUT parameters of a function, with their types in TypeScript. */
async function readResults(name: string): Promise<readonly Member[]> {
  const { rows } = await client.query<Member>(
    `SELECT a.name, CASE WHEN t.typname = 'bool' THEN 'boolean' WHEN t.typname IN ('text', 'uuid') OR t.typtype = 'e' THEN 'string'
       WHEN t.typname IN ('int4', 'float8') THEN 'number' ELSE t.typname END AS type
     FROM pg_proc p, unnest(p.proargnames, p.proargmodes, p.proallargtypes) AS a(name, mode, type)
     JOIN pg_type t ON t.oid = a.type WHERE p.proname = $1 AND a.mode = 'o'`,
    [name],
  );
  return rows;
}

/** TypeScript type names and the types that pg reports for them. */
const ALIASES: Readonly<Record<string, string>> = { TaskStatus: 'string', PermitChange: 'jsonb' };

/** Lists members that only one side has, or that differ in type. */
function compare(members: readonly Member[], results: readonly Member[]): readonly string[] {
  const ofTypeScript = members.map(({ name, type }) => {
    const [first = ''] = type.split(' | ').filter((part) => part !== 'null');
    return `${name}: ${first.startsWith("'") ? 'string' : (ALIASES[first] ?? first)}`;
  });
  const ofSql = results.map(({ name, type }) => `${name}: ${type}`);
  return [
    ...ofTypeScript
      .filter((line) => !ofSql.includes(line))
      .map((line) => `only TypeScript: ${line}`),
    ...ofSql.filter((line) => !ofTypeScript.includes(line)).map((line) => `only SQL: ${line}`),
  ];
}

test('take_task returns the members of Taking and the task', async () => {
  const members = readInterface('take-task.ts', 'Taking');
  expect(compare(members, await readResults('take_task'))).toEqual(['only SQL: task: tasks']);
});

test('leave_task returns the members of Departure; the statement adds has_mails', async () => {
  const members = readInterface('leave-task.ts', 'Departure');
  expect(compare(members, await readResults('leave_task'))).toEqual([
    'only TypeScript: has_mails: boolean',
  ]);
});

test('permit_change builds a PermitChange of Permits', async () => {
  const { rows } = await client.query<{ change: { send: object[] } }>(
    `SELECT permit_change(gen_random_uuid(), 1, permit_to_send(gen_random_uuid(), 1, NULL, 1), 1, NULL) AS change`,
  );
  const [change] = rows.map((row) => row.change);
  expect(Object.keys(change ?? {}).toSorted()).toEqual(namesOf('PermitChange'));
  expect(change?.send.map((permit) => Object.keys(permit).toSorted())).toEqual([namesOf('Permit')]);
});

test('LeaveTask has the endings that the comment of leave_task lists', () => {
  const file = new URL('../../../../prisma/functions/leave_task.sql', import.meta.url);
  const [head = ''] = readFileSync(file, 'utf8').split('CREATE');
  const source = readFileSync(join(import.meta.dirname, 'leave-task.ts'), 'utf8');
  const [, union = ''] = /export type LeaveTask =([^]*?)\);/.exec(source) ?? [];
  const endings = [...union.matchAll(/'(\w+)'/g)].map(([, ending = '']) => ending);
  expect(endings).toHaveLength(8);
  for (const ending of endings) expect(head).toMatch(new RegExp(`^-- .*\\b${ending}\\b`, 'm'));
});

test.each([
  [
    'renamed',
    'delivery_id uuid',
    ['only TypeScript: delivery: string', 'only SQL: delivery_id: string'],
  ],
  [
    'of another type',
    'delivery int',
    ['only TypeScript: delivery: string', 'only SQL: delivery: number'],
  ],
])('reports a result that is %s', async (_, planted, differences) => {
  await client.query('DROP FUNCTION leave_task');
  await client.query(
    `CREATE FUNCTION leave_task(OUT is_done boolean, OUT status task_status, OUT permits jsonb, OUT ${planted})
     LANGUAGE plpgsql AS 'BEGIN END'`,
  );
  const members = readInterface('leave-task.ts', 'Departure').filter(
    ({ name }) => name !== 'has_mails',
  );
  expect(compare(members, await readResults('leave_task'))).toEqual(differences);
});
