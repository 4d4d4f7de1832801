import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TASK_STATUSES } from '../task-rows/task-status.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { MAX_COUNTED, writeCount } from './count-tasks-store.ts';
import { listTasks, writePage } from './list-tasks-store.ts';
import type { Lookups } from './task-filters-store.ts';
import { planScan } from './task-scan-store.ts';
import type { PreviewedTask, TaskQuery } from './task.ts';

const COUNT = 40_000;
/** Rows per statement: each statement has a deadline. */
const PORTION = 10_000;
const app = await useTestApp();
const { pool } = app.database;
const base = { statuses: TASK_STATUSES, limit: 50 } as const;
const none: Lookups = { recordings: undefined, taskIds: undefined };
const day = new Date('2026-03-01T00:00:00Z');

let recordingId: string;
let workspaceId: string;
/** Far more ended tasks than a page may read, one per second; only the oldest has its own input. */
beforeAll(async () => {
  const sample = await app.submit();
  for (let first = 1; first <= COUNT; first += PORTION) await storeEnded(sample, first);
  await pool.query('ANALYZE tasks');
  const { rows } = await pool.query('SELECT id, workspace_id FROM recordings LIMIT 1');
  [{ id: recordingId, workspace_id: workspaceId }] = rows as [{ id: string; workspace_id: string }];
});

async function storeEnded(sample: string, first: number): Promise<void> {
  await pool.query(
    `INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, portal_id, status,
       input_parameters, unique_parameter_names, error_class, created_at, started_at, completed_at)
     SELECT gen_random_uuid(), account_id, recording_id, recording_version_id, endpoint_name, portal_id,
       CASE WHEN n % 4 = 0 THEN 'failed' ELSE 'success' END::task_status,
       CASE WHEN n = $3 THEN '{"number": ["rare-1"]}' ELSE '{"number": ["often"]}' END::jsonb, '{}',
       CASE WHEN n % 4 = 0 THEN 'not_actionable' END, $2::timestamptz - n * interval '1 s',
       $2::timestamptz - n * interval '1 s', $2::timestamptz - n * interval '999 ms'
     FROM tasks, generate_series($4::int, $4 + $5 - 1) n WHERE id = $1`,
    [sample, day, COUNT, first, PORTION],
  );
}

const node: z.ZodType<{ touched: number }> = z.lazy(() =>
  z
    .object({
      'Relation Name': z.string().optional(),
      'Actual Rows': z.number(),
      'Actual Loops': z.number(),
      'Rows Removed by Filter': z.number().default(0),
      'Rows Removed by Index Recheck': z.number().default(0),
      Plans: z.array(node).default([]),
    })
    .transform((plan) => {
      const removed = plan['Rows Removed by Filter'] + plan['Rows Removed by Index Recheck'];
      const own = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
      const below = plan.Plans.reduce((sum, { touched }) => sum + touched, 0);
      return { touched: below + (plan['Relation Name'] === 'tasks' ? own : 0) };
    }),
);
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })]);

/** How many rows of the table the statement reads. */
async function countTouched({ text, values }: { text: string; values: unknown[] }) {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
  return explained.parse(rows)[0]['QUERY PLAN'][0].Plan.touched;
}

const filters: readonly (readonly [string, Partial<TaskQuery>, () => Partial<Lookups>])[] = [
  ['nothing', {}, () => ({})],
  ['status', { statuses: ['failed'] }, () => ({})],
  ['an open status', { statuses: ['running'] }, () => ({ recordings: [recordingId] })],
  ['endpoint', { endpointName: 'order' }, () => ({})],
  ['another endpoint', { endpointName: 'other' }, () => ({})],
  ['recording', {}, () => ({ recordings: [recordingId] })],
  ['workspace', {}, () => ({ recordings: { workspaceId } })],
  ['another workspace', {}, () => ({ recordings: { workspaceId: randomUUID() } })],
  ['error class', { errorClass: 'not_actionable' }, () => ({})],
  ['another error class', { errorClass: 'fail_state' }, () => ({})],
  ['login queue', { loginQueue: 'f'.repeat(64) }, () => ({})],
  ['schedule', { scheduleId: randomUUID() }, () => ({})],
  ['waiting for a person', { isWaitingForHuman: true }, () => ({})],
  ['created', { createdBefore: new Date(0) }, () => ({})],
  ['completed', { completedAfter: new Date('2099-01-01') }, () => ({})],
  ['text', { text: 'nowhere' }, () => ({})],
  ['several', { text: 'e', errorClass: 'timeout', endpointName: 'other' }, () => ({})],
];

const sorts = ['started', 'completed', 'duration'] as const;

test.each(filters)('reads a bounded part of the table for a filter by %s', async (...row) => {
  const [name, filter, found] = row;
  const other = sorts[filters.findIndex(([each]) => each === name) % sorts.length] ?? 'started';
  for (const sort of ['created', other] as const) {
    const key = sort === 'duration' ? '20000' : '2026-02-28T20:00:00.000Z';
    const query = { ...base, ...filter, sort, after: { key, id: randomUUID() } };
    const scan = planScan(app.accountId, query, { ...none, ...found() });
    // The page itself and its edge, each in the two ranges that have tasks.
    const most = scan.besides.length > 0 ? 20_200 : 6 * (base.limit + 1) + 1;
    const read = [
      await countTouched(writePage(scan, query)),
      await countTouched(writeCount(scan, query)),
    ];
    const isBounded = read.map((rows, part) => rows <= (part === 0 ? most : MAX_COUNTED + 1));
    expect([name, sort, read, isBounded]).toEqual([name, sort, read, [true, true]]);
  }
});

async function collect(given: TaskQuery) {
  const tasks: PreviewedTask[] = [];
  let after: TaskQuery['after'];
  for (let pages = 1; ; pages += 1) {
    const page = await listTasks(app.database, app.accountId, { ...given, after });
    tasks.push(...page.tasks);
    after = page.next;
    if (!after) return { tasks, pages };
  }
}

test('finds the one task that matches, over pages that are shorter than the limit', async () => {
  const { tasks, pages } = await collect({ ...base, text: 'RARE-1' });
  const oldest = new Date(Number(day) - COUNT * 1_000).toISOString();
  expect(tasks.map(({ created_at: at }) => at)).toEqual([oldest]);
  // Six ranges, read 5,000 tasks at a time; one of them has 30,000.
  expect(pages).toBe(6 + 1);
});

test('lists every task once when only some ranges exceed what a page checks', async () => {
  const createdAfter = new Date(Number(day) - 8_000_000);
  const { tasks } = await collect({ ...base, limit: 1_000, text: 'often', createdAfter });
  const ids = new Set(tasks.map(({ task_id: id }) => id));
  expect([ids.size, tasks.length]).toEqual([8_000, 8_000]);
});

const totalOf = async (filter: Partial<TaskQuery>) =>
  (await listTasks(app.database, app.accountId, { ...base, ...filter })).total;

test('counts few tasks, and estimates many', async () => {
  expect(await totalOf({ statuses: ['queued'] })).toEqual({ count: 1, isExact: true });
  const createdAfter = new Date(Number(day) - (MAX_COUNTED - 1) * 1_000);
  expect(await totalOf({ createdAfter })).toEqual({ count: MAX_COUNTED, isExact: true });
  expect(await totalOf({ createdAfter, text: 'rare' })).toEqual({ count: 0, isExact: true });
  for (const [filter, expected] of [
    [{}, COUNT],
    [{ statuses: ['failed'] }, COUNT / 4],
    [{ sort: 'completed', statuses: ['failed'] }, COUNT / 4],
    [{ text: 'often' }, COUNT],
  ] as const) {
    const { count, isExact } = await totalOf(filter);
    expect([filter, isExact, count > expected / 2, count < expected * 2]).toEqual([
      filter,
      false,
      true,
      true,
    ]);
  }
});
