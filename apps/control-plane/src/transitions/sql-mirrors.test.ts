import { createTestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { laneQueue, lanesOf } from './permits.ts';

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
  return [...body.matchAll(/^ {2}readonly (\w+)\??: (.+);$/gm)].map(
    ([, member = '', type = '']) => ({
      name: member,
      type,
    }),
  );
}

function readFunction(name: string): string {
  const file = new URL(`../../../../prisma/functions/${name}.sql`, import.meta.url);
  return readFileSync(file, 'utf8');
}

/** Sorted member names of an interface in permits.ts. */
function namesOf(name: string): readonly string[] {
  return readInterface('permits.ts', name)
    .map((member) => member.name)
    .toSorted();
}

/** SQL for the TypeScript type that corresponds to the database type `t`. */
const TYPE = `CASE WHEN t.typname = 'bool' THEN 'boolean' WHEN t.typname IN ('text', 'uuid') OR t.typtype = 'e' THEN 'string'
  WHEN t.typname IN ('int4', 'float8') THEN 'number' WHEN t.typname = 'timestamptz' THEN 'Date'
  WHEN t.typname = '_text' THEN 'string[]' ELSE t.typname END`;

/** OUT parameters of a function, with their types in TypeScript. */
async function readResults(name: string): Promise<readonly Member[]> {
  const { rows } = await client.query<Member>(
    `SELECT a.name, ${TYPE} AS type
     FROM pg_proc p, unnest(p.proargnames, p.proargmodes, p.proallargtypes) AS a(name, mode, type)
     JOIN pg_type t ON t.oid = a.type WHERE p.proname = $1 AND a.mode = 'o'`,
    [name],
  );
  return rows;
}

/** Columns of `tasks`, with their types in TypeScript. */
async function readTaskColumns(): Promise<readonly Member[]> {
  const { rows } = await client.query<Member>(
    `SELECT a.attname AS name, ${TYPE} AS type FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = 'tasks'::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  return rows;
}

/** TypeScript type names and the types that pg reports for them. */
const ALIASES: Readonly<Record<string, string>> = { TaskStatus: 'string', PermitChange: 'jsonb' };

function nameType(type: string): string {
  const [first = ''] = type.split(' | ').filter((part) => part !== 'null');
  if (first.startsWith("'")) return 'string';
  return first.startsWith('WireTask[') ? 'jsonb' : (ALIASES[first] ?? first);
}

/** Lists members that only one side has, or that differ in type. */
function compare(members: readonly Member[], results: readonly Member[]): readonly string[] {
  const ofTypeScript = members.map(({ name, type }) => `${name}: ${nameType(type)}`);
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

test('a TakenTask has columns of tasks; statements add members or narrow types', async () => {
  const members = readInterface('take-task.ts', 'TakenTask');
  expect(members.length).toBeGreaterThan(10);
  const columns = await readTaskColumns();
  expect(compare(members, columns).filter((line) => line.startsWith('only TypeScript'))).toEqual([
    'only TypeScript: automation: jsonb',
    'only TypeScript: input_files: jsonb',
    "only TypeScript: trace: NonNullable<WireTask['trace']>",
    'only TypeScript: debug_session: DebuggedTask',
    'only TypeScript: start: string',
  ]);
});

test('leave_task reads the members of AttemptReport', () => {
  const body = readFunction('leave_task').replaceAll(/^ *--.*$/gm, '');
  const read = [...body.matchAll(/\breport(?:->>?| \? )'(\w+)'/g)].map(([, name = '']) => name);
  const members = readInterface('leave-task.ts', 'AttemptReport').map(({ name }) => name);
  expect([...new Set(read)].toSorted()).toEqual(members.toSorted());
});

test.each([null, 'gpu'])(
  'SQL and TypeScript agree on the lane of the label %s and on who serves it',
  async (label) => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO accounts (id, name, worker_label) VALUES (gen_random_uuid(), gen_random_uuid()::text, $1) RETURNING id`,
      [label],
    );
    const [account] = rows;
    for (const labels of [[], ['default'], ['gpu'], ['cpu', 'gpu'], ['gpu', 'default']]) {
      const worker = `worker ${label} ${labels.join()}`;
      await client.query('INSERT INTO workers (id, labels) VALUES ($1, $2)', [worker, labels]);
      const { rows: found } = await client.query(
        'SELECT current_lane($1) AS lane, is_served($1, $2) AS is_served',
        [account?.id, worker],
      );
      const { name: lane } = laneQueue(label);
      expect(found).toEqual([{ lane, is_served: lanesOf(labels).includes(lane) }]);
    }
  },
);

test('permit_change returns the members of a PermitChange and its Permits', async () => {
  const { rows } = await client.query<{ change: { send: object[] } }>(
    `SELECT permit_change(gen_random_uuid(), 1, permit_to_send(gen_random_uuid(), 1, NULL, 1), 1, NULL) AS change`,
  );
  const [change] = rows.map((row) => row.change);
  expect(Object.keys(change ?? {}).toSorted()).toEqual(namesOf('PermitChange'));
  expect(change?.send.map((permit) => Object.keys(permit).toSorted())).toEqual([namesOf('Permit')]);
});

test('LeaveTask has the endings that the comment of leave_task lists', () => {
  const [head = ''] = readFunction('leave_task').split('CREATE');
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
