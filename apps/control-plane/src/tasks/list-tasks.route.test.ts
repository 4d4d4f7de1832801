import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { writeCursor } from '../paging/page-cursor.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/tasks';

/** Newest first. */
let taskIds: string[];
const app = await useTestApp();
beforeAll(async () => {
  const recording = { endpointName: 'other', automation: orderAutomation };
  await app.dependencies.recordings.save(app.accountId, recording);
  const oldestFirst: string[] = [];
  for (const name of ['order', 'order', 'other', 'order', 'other', 'order', 'order']) {
    const sent = { ...orderSubmission, endpoint_name: name };
    const { body } = await app.post('/api/v1/inference', sent).expect(202);
    oldestFirst.push(body.task_id);
  }
  taskIds = oldestFirst.toReversed();
  for (const position of [1, 3, 4]) {
    await app.post(`${PATH}/${taskIds[position]}/cancel`).expect(200);
  }
  // One day apart, except for the two oldest, which share a timestamp.
  for (const [position, id] of taskIds.entries()) {
    const createdAt = new Date(Date.UTC(2026, 2, 20 - Math.min(position, 5)));
    await app.database.prisma.task.update({ where: { id }, data: { createdAt } });
  }
});

interface Listed {
  readonly tasks: readonly { readonly task_id: string }[];
  readonly next_cursor: string | null;
}

/** Positions in `taskIds`, in the order of the response. */
const positionsOf = ({ tasks }: Listed) => tasks.map(({ task_id: id }) => taskIds.indexOf(id));

const idsOf = ({ tasks }: Listed) => tasks.map(({ task_id: id }) => id);
const list = async (query: string): Promise<Listed> =>
  (await app.get(`${PATH}?${query}`).expect(200)).body;

test('200 lists every task, newest first', async () => {
  const { body } = await app.get(PATH).expect(200);
  const positions = positionsOf(body);
  // Two tasks with one timestamp are ordered by id.
  expect(positions.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(positions.slice(5))).toEqual(new Set([5, 6]));
  expect(body).toMatchObject({ success: true, next_cursor: null });
  expect(body.tasks[1]).toEqual({
    task_id: taskIds[1],
    status: 'cancelled',
    created_at: '2026-03-19T00:00:00.000Z',
    allocated_at: null,
    started_at: null,
    completed_at: expect.stringMatching(/\.\d{3}Z$/),
    error: null,
    error_class: null,
    error_node_path: null,
    http_status: null,
    endpoint_name: 'order',
    recording_id: expect.any(String),
    priority: null,
    retry_count: 0,
    cancel_requested: true,
    waiting_for_human: null,
    input_parameters: orderSubmission.input_parameters,
  });
});

test.each([
  ['status=cancelled', [1, 3, 4]],
  ['status=queued,cancelled&limit=3', [0, 1, 2]],
  ['status=running', []],
  ['endpoint_name=other', [2, 4]],
  ['endpoint_name=other&status=cancelled', [4]],
  ['endpoint_name=Other', []],
  ['created_after=2026-03-18T00:00:00Z', [0, 1, 2]],
  ['created_before=2026-03-19T00:00:00Z&limit=2', [2, 3]],
  ['created_after=2026-03-17T02:00:00%2B02:00&created_before=2026-03-19T00:00:00Z', [2, 3]],
  ['status=cancelled&created_before=2026-03-19T00:00:00Z', [3, 4]],
])('200 for %s', async (query, expected) => {
  expect(positionsOf(await list(query))).toEqual(expected);
});

test.each(['', 'status=queued,cancelled&', 'endpoint_name=order&'])(
  '200 pages through "%s" without loss or repetition',
  async (filter) => {
    const seen: number[] = [];
    const whole = positionsOf(await list(filter));
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await list(`${filter}limit=1${next}`);
      expect(page.tasks).toHaveLength(1);
      seen.push(...positionsOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(whole);
  },
);

test('200 for the tasks of one login queue, by the key in their details', async () => {
  const made: string[] = [];
  for (const username of ['login-a', 'login-b', 'login-a']) {
    const input_parameters = { ...orderSubmission.input_parameters, username: [username] };
    const sent = { ...orderSubmission, input_parameters, unique_parameter_names: ['username'] };
    made.push((await app.post('/api/v1/inference', sent).expect(202)).body.task_id);
  }
  const { body: detail } = await app.get(`${PATH}/${made[0]}`).expect(200);
  const { body: wait } = await app.get(`${PATH}/${made[2]}/queue`).expect(200);
  const { login_queue: loginQueue } = detail.task;
  expect(wait.queue.login_queue).toBe(loginQueue);

  const filter = `login_queue=${loginQueue}`;
  expect(idsOf(await list(filter))).toEqual([made[2], made[0]]);
  const first = await list(`${filter}&limit=1`);
  expect(idsOf(await list(`${filter}&limit=1&cursor=${first.next_cursor}`))).toEqual([made[0]]);
  expect(idsOf(await list(`${filter}&status=running`))).toEqual([]);
  expect(idsOf(await list(`${filter}&endpoint_name=other`))).toEqual([]);
  const { body } = await app.get(`${PATH}?${filter}`).set('x-api-key', app.otherApiKey).expect(200);
  expect(body.tasks).toEqual([]);
  const alone = await app.get(`${PATH}/${taskIds[0]}`).expect(200);
  expect(alone.body.task.login_queue).toBeNull();
});

test('200 lists class, node and page status of a failure, as the task itself does', async () => {
  const worker = speakWorker(app);
  const lease = await worker.claim();
  const { task_id } = lease;
  const step = { kind: 'hover', started_at: new Date().toISOString(), duration_ms: 1 };
  const steps = [
    { ...step, sequence: 0, node_path: 'nodes[0]', outcome: 'done', http_status: 200 },
    { ...step, sequence: 1, node_path: 'nodes[1]', outcome: 'failed', http_status: 503 },
    { ...step, sequence: 2, node_path: 'nodes[2]', outcome: 'failed', http_status: 404 },
  ];
  await worker.report(lease, 'steps', { steps }).expect(200);
  const fault = { class: 'not_actionable', message: 'It moved.', retry: 'never' };
  const output = { output_data: [], for_loop_status: [] };
  const report = { ...output, error: { ...fault, node_path: 'nodes[1]' } };
  await worker.report(lease, 'fail', report).expect(200);
  const named = { error_class: 'not_actionable', error_node_path: 'nodes[1]', http_status: 503 };
  const { body } = await app.get(`${PATH}?status=failed`).expect(200);
  expect(body.tasks).toMatchObject([{ task_id, ...named }]);
  const { body: detail } = await app.get(`${PATH}/${task_id}`).expect(200);
  expect(detail.task).toMatchObject(named);
});

test("200 for this account's failures with one error class", async () => {
  const classOf = (name: string) => list(`error_class=${name}`);
  const { tasks } = await list('status=failed');
  const [{ error_class: found }] = tasks as unknown as [{ error_class: string }];
  expect(found).toBe('not_actionable');
  expect(idsOf(await classOf(found))).toEqual(idsOf({ tasks, next_cursor: null }));
  expect(idsOf(await list(`error_class=${found}&status=cancelled`))).toEqual([]);
  expect(idsOf(await classOf('locator_not_found'))).toEqual([]);
  const { body } = await app
    .get(`${PATH}?error_class=${found}`)
    .set('x-api-key', app.otherApiKey)
    .expect(200);
  expect(body.tasks).toEqual([]);
});

test('200 for the tasks of one recording, even after its endpoint name has changed', async () => {
  const { body } = await app.get('/api/v1/get_recordings?endpoint_name=^other$').expect(200);
  const [{ recording_id: id }] = body.recordings;
  const filter = `recording_id=${id}`;
  expect(positionsOf(await list(filter))).toEqual([2, 4]);
  const rename = (name: string) =>
    app.patch(`/api/v1/update_recording/${id}`, { endpoint_name: name }).expect(200);
  await rename('another');
  expect(positionsOf(await list(filter))).toEqual([2, 4]);
  await rename('other');
  expect(positionsOf(await list(`${filter}&status=cancelled`))).toEqual([4]);
  expect(positionsOf(await list(`recording_id=${randomUUID()}`))).toEqual([]);
});

test('200 lists the page status of a failure outside a node', async () => {
  const worker = speakWorker(app);
  const lease = await worker.claim();
  const fault = { class: 'download_missing', message: 'No file came.', retry: 'never' };
  const output = { output_data: [], for_loop_status: [] };
  const report = { ...output, error: { ...fault, http_status: 503 } };
  await worker.report(lease, 'fail', report).expect(200);
  const named = { error_class: 'download_missing', error_node_path: null, http_status: 503 };
  const { body } = await app.get(`${PATH}?status=failed`).expect(200);
  expect(body.tasks[0]).toMatchObject({ task_id: lease.task_id, ...named });
  const { body: detail } = await app.get(`${PATH}/${lease.task_id}`).expect(200);
  expect(detail.task).toMatchObject(named);
});

test('200 does not list tasks of another account', async () => {
  const { body } = await app.get(PATH).set('x-api-key', app.otherApiKey).expect(200);
  expect(body.tasks).toEqual([]);
});

test('401 without a key', async () => {
  await supertest(app.app).get(PATH).expect(401);
});

test.each([
  ['status=done', 'status'],
  ['status=', 'status'],
  ['status=queued,queued', 'status'],
  ['endpoint_name=', 'endpoint_name'],
  ['login_queue=7', 'login_queue'],
  ['recording_id=7', 'recording_id'],
  ['created_after=yesterday', 'created_after'],
  ['created_after=2026-03-18', 'created_after'],
  ['created_before=2026-06-30T23:59:60Z', 'created_before'],
  ['limit=101', 'limit'],
  ['cursor=b3RoZXI', 'cursor'],
  ['workspace_id=1', 'workspace_id'],
  ...['2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00.000Z', '0000-00-00T00:00:00.000Z'].map(
    (time) => [`cursor=${writeCursor(`${time} ${randomUUID()}`)}`, 'cursor'],
  ),
])('422 for %s', async (query, name) => {
  const { body } = await app.get(`${PATH}?${query}`).expect(422);
  expect(body.detail[0].loc.slice(0, 2)).toEqual(['query', name]);
});
