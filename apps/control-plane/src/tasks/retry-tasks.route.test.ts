import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { emptyTables } from '../testing/empty-tables.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { retryMatching } from './retry-tasks.ts';

const PATH = '/api/v1/tasks/retry';
const app = await useTestApp();
const { pool } = app.database;
beforeEach(async () => {
  await emptyTables(app.database, 'tasks');
  await pool.query('DELETE FROM pgboss.job');
});

async function cancelledTask(members: object = {}): Promise<string> {
  const { body } = await app
    .post('/api/v1/inference', { ...orderSubmission, ...members })
    .expect(202);
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
  return body.task_id;
}

const retry = async (request: object) => (await app.post(PATH, request).expect(200)).body;
const retriesOf = async (taskId: string): Promise<readonly string[]> => {
  const { rows } = await pool.query('SELECT id FROM tasks WHERE retry_of = $1', [taskId]);
  return rows.map(({ id }) => id);
};
const cancelled = { statuses: ['cancelled'] };

test('200 retries with the named version, and refuses tasks whose recording lacks it', async () => {
  const endpoint_name = 'versions';
  const save = () =>
    app.post('/api/v1/update_example', { endpoint_name, automation: orderAutomation });
  await save();
  await save();
  const other = await cancelledTask();
  const tasks = [await cancelledTask({ endpoint_name }), await cancelledTask({ endpoint_name })];
  const { results } = await retry({ ...cancelled, changes: { version: 2 } });
  expect(results).toMatchObject([
    { retry_of: tasks[1], outcome: 'retried' },
    { retry_of: tasks[0], outcome: 'retried' },
    { retry_of: other, outcome: 'refused', error: { status: 404, code: 'version-not-found' } },
  ]);
  const earlier = await cancelledTask({ endpoint_name });
  const { results: more } = await retry({ task_ids: [earlier], changes: { version: 1 } });
  const { body } = await app.get(`/api/v1/tasks/${more[0].task_id}`).expect(200);
  expect(body.task).toMatchObject({ recording_version: 1, retry_of: earlier });
});

// proves operation: retryTasks
test('200 retries each task once, in request order, and explains each refusal', async () => {
  const [first, second] = [await cancelledTask(), await cancelledTask()];
  const open = await app.submit();
  const { body: single } = await app.post(`/api/v1/tasks/${second}/retry`).expect(202);
  const asked = [open, second, first, first.toUpperCase(), randomUUID(), 'none'];
  const answer = await retry({ task_ids: asked });
  const [retried] = await retriesOf(first);
  const refused = { outcome: 'refused', task_id: null };
  expect(answer).toEqual({
    success: true,
    retried_count: 1,
    already_retried_count: 1,
    refused_count: 3,
    has_more: false,
    next_cursor: null,
    results: [
      {
        retry_of: open,
        ...refused,
        error: {
          status: 409,
          code: 'task-not-ended',
          message: expect.stringContaining('is still waiting'),
        },
      },
      { retry_of: second, outcome: 'already_retried', task_id: single.task_id, error: null },
      // An ID that is given twice appears in its last spelling.
      { retry_of: first.toUpperCase(), outcome: 'retried', task_id: retried, error: null },
      ...asked.slice(-2).map((id) => ({
        retry_of: id,
        ...refused,
        error: { status: 404, code: 'task-not-found', message: expect.any(String) },
      })),
    ],
  });
  expect(await retry({ task_ids: [first] })).toMatchObject({ already_retried_count: 1 });
  expect(await retriesOf(first)).toEqual([retried]);
  // The retry is still found if the task can no longer be retried.
  const { rows } = await pool.query('SELECT recording_id FROM tasks WHERE id = $1', [first]);
  await pool.query('UPDATE recordings SET deleted_at = now() WHERE id = $1', [
    rows[0].recording_id,
  ]);
  const repeated = await retry({ task_ids: [first] });
  await pool.query('UPDATE recordings SET deleted_at = NULL WHERE id = $1', [rows[0].recording_id]);
  expect(repeated).toMatchObject({ already_retried_count: 1 });
});

test('200 retries each task once for two concurrent calls', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push(await cancelledTask());
  const answers = await Promise.all([
    retry({ task_ids: ids }),
    retry({ task_ids: ids.toReversed() }),
    retry(cancelled),
  ]);
  const count = (member: string) => answers.reduce((sum, answer) => sum + answer[member], 0);
  expect([count('retried_count'), count('already_retried_count')]).toEqual([12, 24]);
  expect((await Promise.all(ids.map(retriesOf))).map(({ length }) => length)).toEqual(
    ids.map(() => 1),
  );
});

test('200 retries what a list shows with the same filter', async () => {
  const { body: made } = await app.post('/api/v1/workspaces', { name: 'elsewhere' }).expect(201);
  const { workspace_id } = made.workspace;
  const moved = { endpoint_name: 'moved', automation: orderAutomation, workspace_id };
  await app.post('/api/v1/recordings', moved).expect(201);
  const { body: planned } = await app
    .post('/api/v1/schedules', {
      name: 'daily',
      cron: '0 7 * * *',
      timezone: 'UTC',
      task: orderSubmission,
    })
    .expect(201);
  const { schedule_id } = planned.schedule;
  const { body: submitted } = await app
    .post('/api/v1/inference', {
      ...orderSubmission,
      endpoint_name: 'moved',
      unique_parameter_names: ['username'],
      input_parameters: { ...orderSubmission.input_parameters, number: ['R-2041'] },
    })
    .expect(202);
  const one = submitted.task_id;
  await pool.query('UPDATE tasks SET schedule_id = $2 WHERE id = $1', [one, schedule_id]);
  await app.post(`/api/v1/tasks/${one}/cancel`).expect(200);
  const other = await cancelledTask();
  const detailOf = async (id: string) =>
    (await app.get(`/api/v1/tasks/${id}`).expect(200)).body.task;
  const { login_queue } = await detailOf(one);
  const { completed_at: end } = await detailOf(other);
  const filters = [
    { workspace_id },
    { schedule_id },
    { login_queue },
    { q: 'r-2041' },
    { completed_before: end },
  ];
  for (const filter of filters) {
    const { results } = await retry({ ...cancelled, ...filter });
    expect([filter, results.map((each: { retry_of: string }) => each.retry_of)]).toEqual([
      filter,
      [one],
    ]);
  }
  const { results } = await retry({ ...cancelled, completed_after: end });
  expect(results).toMatchObject([{ retry_of: other }]);
});

test('202 of a single retry waits for a call that retries the task once, which then counts it', async () => {
  const taskId = await cancelledTask();
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT pg_advisory_xact_lock(5, hashtext($1))', [taskId]);
  const single = app.post(`/api/v1/tasks/${taskId}/retry`, {}).expect(202);
  const answered = single.then(() => 'answered');
  const waits = pollUntil('it waits', async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 5 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0 && 'waits';
  });
  expect(await Promise.race([answered, waits])).toBe('waits');
  await connection.query('ROLLBACK');
  connection.release();
  await answered;
  expect(await retry({ task_ids: [taskId] })).toMatchObject({ already_retried_count: 1 });
});

test('200 goes through several pages and makes the same changes to all tasks', async () => {
  await cancelledTask();
  await pool.query(
    `INSERT INTO tasks SELECT copy.* FROM tasks t, generate_series(1, 249) n,
       jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'permit_job_id', NULL, 'secure_parameters', NULL,
         'sequence', nextval('tasks_sequence_seq'), 'created_at', t.created_at - n * interval '1 s')) copy`,
  );
  const changed = { ...cancelled, changes: { max_timeout_in_minutes: 3 } };
  let answer = await retry(changed);
  // On a busy machine, a call ends at its deadline and says where the next one continues.
  while (answer.has_more) answer = await retry({ ...changed, cursor: answer.next_cursor });
  expect(answer.next_cursor).toBeNull();
  const { rows } = await pool.query(
    `SELECT count(*)::int AS tasks, count(DISTINCT retry_of)::int AS retried
     FROM tasks WHERE retry_of IS NOT NULL AND max_timeout_in_minutes = 3`,
  );
  expect(rows).toEqual([{ tasks: 250, retried: 250 }]);
});

test('200 does not retry its own retries when it is repeated, unless a time includes them', async () => {
  await cancelledTask();
  const { results } = await retry(cancelled);
  const [{ task_id: retried }] = results;
  await app.post(`/api/v1/tasks/${retried}/cancel`).expect(200);
  expect(await retry(cancelled)).toMatchObject({ retried_count: 0, already_retried_count: 1 });
  expect(await retriesOf(retried)).toEqual([]);
  const created_before = new Date(Date.now() + 60_000).toISOString();
  expect(await retry({ ...cancelled, created_before })).toMatchObject({ retried_count: 1 });
  expect(await retriesOf(retried)).toHaveLength(1);
});

test('continues after the last task that it reached, even within the first page', async () => {
  for (let count = 0; count < 6; count += 1) await cancelledTask();
  const leaving = new AbortController();
  const { tasks } = app.dependencies;
  const submit: typeof tasks.submit = async (...given) => {
    leaving.abort();
    return tasks.submit(...given);
  };
  const bulk = { accountId: app.accountId, changes: {}, trace: undefined };
  const cut = await retryMatching(
    { ...app.dependencies, tasks: { ...tasks, submit } },
    { ...bulk, signal: leaving.signal },
    { statuses: ['cancelled'] },
  );
  expect(cut).toMatchObject({ hasMore: true, next: { id: cut.results.at(-1)?.retryOf } });
  const rest = await retryMatching(
    app.dependencies,
    { ...bulk, signal: new AbortController().signal },
    { statuses: ['cancelled'], after: cut.next },
  );
  expect(rest.hasMore).toBe(false);
  expect([...cut.results, ...rest.results].map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 6 }, () => expect.objectContaining({ isReplay: false })),
  );
});

test('200 does not touch the tasks of other accounts', async () => {
  const foreign = await cancelledTask();
  const asOther = { 'x-api-key': app.otherApiKey };
  const named = await app
    .post(PATH, { task_ids: [foreign] })
    .set(asOther)
    .expect(200);
  expect(named.body).toMatchObject({ refused_count: 1 });
  const matching = await app.post(PATH, cancelled).set(asOther).expect(200);
  expect(matching.body.results).toEqual([]);
  expect(await retriesOf(foreign)).toEqual([]);
});

test('200 refuses the tasks whose recording does not accept the changes, and retries the others', async () => {
  const parameters = { ...orderAutomation.parameters, input_parameters: { branch: [] } };
  const automation = { ...orderAutomation, parameters };
  await app.dependencies.recordings.save(app.accountId, { endpointName: 'branch', automation });
  const fitting = await cancelledTask();
  await cancelledTask({ endpoint_name: 'branch', input_parameters: { branch: [] } });
  const answer = await retry({ ...cancelled, changes: { input_parameters: { number: ['8'] } } });
  expect(answer.results).toMatchObject([
    { outcome: 'refused', error: { status: 400, code: 'parameter-mismatch' } },
    { outcome: 'retried', retry_of: fitting },
  ]);
});

test.each([
  [{}, ['statuses']],
  [{ changes: { priority: 1 } }, ['statuses']],
  [{ task_ids: [] }, ['task_ids']],
  [{ task_ids: ['a'], statuses: ['failed'] }, ['statuses']],
  [{ statuses: ['success'] }, ['statuses', 0]],
  [{ ...cancelled, created_after: '2026-06-30T23:59:60Z' }, ['created_after']],
  [{ ...cancelled, cursor: 'b3RoZXI' }, ['cursor']],
  [{ ...cancelled, changes: { endpoint_name: 'other' } }, ['changes', 'endpoint_name']],
])('422 for %j', async (request, loc) => {
  const { body } = await app.post(PATH, request).expect(422);
  expect(body.detail[0].loc.map(String)).toEqual(['body', ...loc.map(String)]);
});

test('401 without a key, and 403 for a key that may only read', async () => {
  const key = await app.dependencies.apiKeys.create(app.accountId, { name: 'r', scopes: ['read'] });
  await supertest(app.app).post(PATH).send(cancelled).expect(401);
  await app.post(PATH, cancelled).set('x-api-key', key.key).expect(403);
});

test('200 refuses tasks without room in the account, and retries them once there is room', async () => {
  const taskId = await cancelledTask();
  const retried = await cancelledTask();
  const { body: earlier } = await app.post(`/api/v1/tasks/${retried}/retry`).expect(202);
  const limit = (bytes: bigint | null) =>
    app.database.prisma.account.update({
      where: { id: app.accountId },
      data: { storageLimitBytes: bytes },
    });
  await limit(1n);
  const answer = await retry({ task_ids: [retried, taskId] });
  await limit(null);
  expect(answer.results).toMatchObject([
    { outcome: 'already_retried', task_id: earlier.task_id },
    { outcome: 'refused', error: { status: 507, code: 'storage-full' } },
  ]);
  expect(await retry(cancelled)).toMatchObject({ retried_count: 1 });
  expect(await retriesOf(taskId)).toHaveLength(1);
});
