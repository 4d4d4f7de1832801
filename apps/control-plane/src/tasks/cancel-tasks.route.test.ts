import { pollUntil } from '@errand/test-kit';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const PATH = '/api/v1/tasks/cancel';

const app = await useTestApp();

const worker = speakWorker(app);
beforeAll(async () => {
  const recording = { endpointName: 'other', automation: orderAutomation };
  await app.dependencies.recordings.save(app.accountId, recording);
});
beforeEach(async () => {
  await emptyTables(app.database, 'tasks');
  await app.database.pool.query('DELETE FROM login_queues');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

const submit = async (more: object = {}): Promise<string> => {
  const { body } = await app.post('/api/v1/inference', { ...orderSubmission, ...more }).expect(202);
  return body.task_id;
};
const statusOf = async (taskId: string) =>
  (await app.get(`/api/v1/task_status?task_id=${taskId}`).expect(200)).body.task.status;
const cancel = async (body: object) => (await app.post(PATH, body).expect(200)).body;
const result = (task_id: string, outcome: string, status: string | null) => ({
  task_id,
  outcome,
  status,
});
const never = new AbortController().signal;

/**
 * Submits a task for each open status, one with a requested cancellation, and one for each final
 * status.
 */
async function submitOneInEachState() {
  const running = await submit();
  const marked = await submit();
  const allocated = await submit();
  for (const taskId of [running, marked, allocated]) {
    const lease = await worker.claim();
    expect(lease.task_id).toBe(taskId);
    if (taskId !== allocated) await worker.report(lease, 'start').expect(200);
  }
  await app.post(`/api/v1/tasks/${marked}/cancel`).expect(202);
  const final = { success: await submit(), failed: await submit(), cancelled: await submit() };
  for (const [status, id] of Object.entries(final)) {
    await app.post(`/api/v1/tasks/${id}/cancel`).expect(200);
    if (status === 'cancelled') continue;
    await app.database.pool.query('ALTER TABLE tasks DISABLE TRIGGER tasks_final');
    await app.database.pool.query('UPDATE tasks SET status = $2::task_status WHERE id = $1', [
      id,
      status,
    ]);
    await app.database.pool.query('ALTER TABLE tasks ENABLE TRIGGER tasks_final');
  }
  return { running, marked, allocated, queued: await submit(), ...final };
}

async function submitOfOtherAccount(): Promise<string> {
  const other = await app.dependencies.apiKeys.findOwner(app.otherApiKey);
  const recording = { endpointName: 'order', automation: orderAutomation };
  await app.dependencies.recordings.save(other?.accountId ?? '', recording);
  const request = app.post('/api/v1/inference', orderSubmission).set('x-api-key', app.otherApiKey);
  return (await request.expect(202)).body.task_id;
}

test('200 reports the outcome for each id, in the order of the request', async () => {
  const tasks = await submitOneInEachState();
  const foreign = await submitOfOtherAccount();
  const unknown = randomUUID();
  const task_ids = [
    'no-uuid',
    unknown,
    foreign,
    tasks.queued.toUpperCase(),
    tasks.queued,
    tasks.allocated,
    tasks.running,
    tasks.marked,
    tasks.success,
    tasks.failed,
    tasks.cancelled,
  ];
  const body = await cancel({ task_ids });
  expect(body).toEqual({
    success: true,
    cancelled_count: 1,
    cancel_requested_count: 3,
    already_final_count: 3,
    not_found_count: 3,
    has_more: false,
    results: [
      result('no-uuid', 'not_found', null),
      result(unknown, 'not_found', null),
      result(foreign, 'not_found', null),
      result(tasks.queued, 'cancelled', 'cancelled'),
      result(tasks.allocated, 'cancel_requested', 'allocated'),
      result(tasks.running, 'cancel_requested', 'running'),
      result(tasks.marked, 'cancel_requested', 'running'),
      result(tasks.success, 'already_final', 'success'),
      result(tasks.failed, 'already_final', 'failed'),
      result(tasks.cancelled, 'already_final', 'cancelled'),
    ],
  });
  const { rows } = await app.database.pool.query<object>(
    'SELECT status, cancel_requested_at FROM tasks WHERE id = $1',
    [foreign],
  );
  expect(rows).toEqual([{ status: 'queued', cancel_requested_at: null }]);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('200 cancels only tasks that match the account, endpoint and statuses', async () => {
  const foreign = await submitOfOtherAccount();
  const foreignLease = await worker.claim();
  expect(foreignLease.task_id).toBe(foreign);
  const tasks = await submitOneInEachState();
  const other = await submit({ endpoint_name: 'other' });
  const waiting = await cancel({ endpoint_name: 'order', statuses: ['queued'] });
  expect(waiting).toMatchObject({ cancelled_count: 1, cancel_requested_count: 0, has_more: false });
  expect(waiting.results).toEqual([
    { task_id: tasks.queued, outcome: 'cancelled', status: 'cancelled' },
  ]);
  expect(await statusOf(other)).toBe('queued');

  const held = await cancel({ statuses: ['allocated'] });
  expect(held.results.map(({ task_id }: { task_id: string }) => task_id)).toEqual([
    tasks.allocated,
  ]);

  // Tasks with a requested cancellation are not listed again.
  const rest = await cancel({ statuses: ['queued', 'allocated', 'running'] });
  expect(rest).toMatchObject({ cancelled_count: 1, cancel_requested_count: 1, has_more: false });
  expect(await cancel({ endpoint_name: 'order' })).toMatchObject({ has_more: false, results: [] });

  const { rows } = await app.database.pool.query<object>(
    'SELECT status, cancel_requested_at FROM tasks WHERE id = $1',
    [foreign],
  );
  expect(rows).toEqual([{ status: 'allocated', cancel_requested_at: null }]);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

const moveTo = (taskId: string, time: string) =>
  app.database.pool.query('UPDATE tasks SET created_at = $2 WHERE id = $1', [taskId, time]);

test('200 cancels only tasks that were submitted in the given time', async () => {
  const [old, recent, fresh] = [await submit(), await submit(), await submit()];
  await moveTo(old, '2026-03-01T10:00:00Z');
  await moveTo(recent, '2026-03-02T10:00:00Z');
  const created_before = '2026-03-02T10:00:00.001Z';
  const both = { created_after: '2026-03-02T11:00:00+01:00', created_before };
  expect((await cancel(both)).results).toEqual([result(recent, 'cancelled', 'cancelled')]);
  expect((await cancel({ created_before: '2026-03-01T10:00:00Z' })).results).toEqual([]);
  expect((await cancel({ statuses: ['queued'], created_before })).results).toEqual([
    result(old, 'cancelled', 'cancelled'),
  ]);
  expect(await statusOf(fresh)).toBe('queued');
});

test('200 cancels the tasks of a recording or a schedule', async () => {
  const [first, planned, other] = [
    await submit(),
    await submit(),
    await submit({ endpoint_name: 'other' }),
  ];
  const scheduled = { name: 'daily', cron: '0 7 * * *', timezone: 'UTC', task: orderSubmission };
  const { body } = await app.post('/api/v1/schedules', scheduled).expect(201);
  const { schedule_id } = body.schedule;
  const set = 'UPDATE tasks SET schedule_id = $2 WHERE id = $1';
  await app.database.pool.query(set, [planned, schedule_id]);
  const { recording_id } = (await app.get(`/api/v1/tasks/${other}`).expect(200)).body.task;
  expect((await cancel({ schedule_id, recording_id })).results).toEqual([]);
  expect((await cancel({ schedule_id })).results).toEqual([
    result(planned, 'cancelled', 'cancelled'),
  ]);
  expect((await cancel({ recording_id })).results).toEqual([
    result(other, 'cancelled', 'cancelled'),
  ]);
  expect(await statusOf(first)).toBe('queued');
});

test('200 skips a task that changes state concurrently', async () => {
  const taskId = await submit();
  const claimer = await app.database.pool.connect();
  await claimer.query('begin');
  await claimer.query(`UPDATE tasks SET status = 'allocated' WHERE id = $1`, [taskId]);
  const answer = cancel({ statuses: ['queued'] });
  await pollUntil('the cancellation waits for the claimer', async () => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      `SELECT count(*)::int n FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query LIKE '%leave_task%'`,
    );
    return rows[0]?.n === 1;
  });
  await claimer.query('commit');
  claimer.release();
  expect(await answer).toMatchObject({ results: [], has_more: false });
  const detail = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(detail.body.task).toMatchObject({ status: 'allocated', cancel_requested: false });
});

test('200 for many ids, and for a backlog larger than one batch', async () => {
  const submission = {
    endpoint_name: 'order',
    input_parameters: { username: ['ann'], number: [] },
  };
  const { tasks } = app.dependencies;
  const ids: string[] = [];
  // Submits no more concurrently than there are connections, so that none has to wait.
  while (ids.length < 560) {
    const submitted = await Promise.all(
      [[], ['username'], [], ['username']].map((uniqueParameterNames) =>
        tasks.submit(app.accountId, {
          ...submission,
          unique_parameter_names: uniqueParameterNames,
        }),
      ),
    );
    ids.push(...submitted.map(({ taskId }) => taskId));
  }
  const named = await tasks.cancelMany(app.accountId, { taskIds: ids.slice(0, 50) }, never);
  expect(named.results.map(({ taskId }) => taskId)).toEqual(ids.slice(0, 50));
  expect(named.results.every(({ outcome }) => outcome === 'cancelled')).toBe(true);
  const matching = await tasks.cancelMany(app.accountId, {}, never);
  expect(matching.hasMore).toBe(false);
  expect(matching.results.map(({ taskId }) => taskId).toSorted()).toEqual(ids.slice(50).toSorted());
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('reports that more is left when its signal has fired', async () => {
  const taskId = await submit();
  const { tasks } = app.dependencies;
  const over = AbortSignal.abort();
  const nothing = { results: [], hasMore: true };
  expect(await tasks.cancelMany(app.accountId, { taskIds: [taskId] }, over)).toEqual(nothing);
  expect(await tasks.cancelMany(app.accountId, {}, over)).toEqual(nothing);
  expect(await statusOf(taskId)).toBe('queued');
});

test('401 without a key', async () => {
  await supertest(app.app)
    .post(PATH)
    .send({ statuses: ['queued'] })
    .expect(401);
});

const many = Array<string>(1_001).fill('a');

test.each([
  ['nothing', {}, [['body'], 'minProperties']],
  [
    'ids and a filter',
    { task_ids: ['a'], endpoint_name: 'order' },
    [['body', 'endpoint_name'], 'additionalProperties'],
  ],
  ['no ids', { task_ids: [] }, [['body', 'task_ids'], 'minItems']],
  ['too many ids', { task_ids: many }, [['body', 'task_ids'], 'maxItems']],
  ['no states', { statuses: [] }, [['body', 'statuses'], 'minItems']],
  ['a final state', { statuses: ['failed'] }, [['body', 'statuses', 0], 'enum']],
  ['no text', { q: '' }, [['body', 'q'], 'minLength']],
  ['no workspace', { workspace_id: 'finance' }, [['body', 'workspace_id'], 'format']],
  ['no time', { created_before: 'now' }, [['body', 'created_before'], 'format']],
  ['an unknown member', { status: 'queued' }, [['body', 'status'], 'additionalProperties']],
] as const)('422 for %s', async (_, body, [loc, type]) => {
  const { body: answer } = await app.post(PATH, body).expect(422);
  expect(answer.detail).toEqual([expect.objectContaining({ loc, type })]);
});

test('400, 413 and 415 for a body that is not readable JSON', async () => {
  const send = (text: string) => app.post(PATH).set('content-type', 'application/json').send(text);
  await send('{').expect(400);
  await send(`"${'x'.repeat(10_485_760)}"`).expect(413);
  await app.post(PATH).set('content-type', 'text/plain').send('all').expect(415);
});
