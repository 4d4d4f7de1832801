import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const PATH = '/api/v1/inference/all_calls';

const app = await useTestApp();

const worker = speakWorker(app);
beforeAll(async () => {
  const [node] = orderAutomation.nodes;
  const automation = { ...orderAutomation, nodes: [node, node, node, node] };
  const recording = { endpointName: 'order', description: 'Orders things.', automation };
  await app.dependencies.recordings.save(app.accountId, recording);
});
beforeEach(async () => {
  await emptyTables(app.database, 'tasks');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

const send = (type: string, body: string) => app.post(PATH).set('content-type', type).send(body);
const list = async () => (await app.post(PATH).expect(200)).body;
const readFirst = async () => (await list()).requests[0];
const complete = async (output_data: object[]) => {
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const report = { output_data, for_loop_status: [] };
  await worker.report(lease, 'complete', report).expect(200);
};

test('200 and all errors say that the operation is deprecated, and where to read why', async () => {
  const link = '</docs/guide/versions.md>; rel="deprecation"; type="text/markdown"';
  const refused = await supertest(app.app).post(PATH).expect(401);
  for (const { headers } of [await app.post(PATH).expect(200), refused]) {
    expect(headers['deprecation']).toBe('@1795392000');
    // An error also links to what it means.
    expect(headers['link']?.split(', ')[0]).toBe(link);
  }
  const started = await app.post('/api/v1/inference/', { end_point: 'order', goal: 'Order it.' });
  expect(started.headers).toMatchObject({ deprecation: '@1795392000', link });
  const path = '/api/v1/tasks';
  expect((await app.get(path).expect(200)).headers).not.toHaveProperty('deprecation');
});

test('200 lists all tasks in the older form, newest first', async () => {
  const goal = { end_point: 'order', goal: 'Order it.' };
  const { body: started } = await app.post('/api/v1/inference/', goal).expect(200);
  const taskId = await app.submit();
  const created_at = expect.stringMatching(/\.\d{3}Z$/);
  expect(await list()).toEqual({
    success: true,
    total_requests: 2,
    requests: [
      {
        success: true,
        task_id: taskId,
        status: 'started',
        end_point: 'order',
        goal: 'Orders things.',
        created_at,
      },
      {
        success: true,
        task_id: started.task_id,
        status: 'started',
        end_point: 'order',
        goal: 'Order it.',
        created_at,
      },
    ],
  });
});

test('200 reports the progress of a running task', async () => {
  await app.submit();
  const lease = await worker.claim();
  expect(await readFirst()).toMatchObject({ status: 'started' });
  await worker.report(lease, 'start').expect(200);
  expect(await readFirst()).toMatchObject({ status: 'running', progress: 0 });
  const steps = ['nodes[0]', 'nodes[1].if_nodes[0]', 'nodes[1].if_nodes[1]'].map(
    (node_path, sequence) => ({
      sequence,
      node_path,
      kind: 'input_text',
      outcome: 'done',
      started_at: new Date().toISOString(),
      duration_ms: 5,
    }),
  );
  await worker.report(lease, 'steps', { steps }).expect(200);
  expect(await readFirst()).toMatchObject({ status: 'running', progress: 50 });
});

test.each([
  ['nothing', [], undefined],
  ['one text', [{ text: '1,250.00 EUR' }], '1,250.00 EUR'],
  ['a long text', [{ text: 'x'.repeat(10_500) }], 'x'.repeat(10_000)],
  ['a single entry', [{ json_data: { total: '7' } }], '[{"json_data": {"total": "7"}}]'],
  ['two texts', [{ text: 'a' }, { text: 'b' }], '[{"text": "a"}, {"text": "b"}]'],
])('200 gives the result of a task that extracted %s', async (_name, output, result) => {
  await app.submit();
  await complete(output);
  const [request] = (await list()).requests;
  expect(request).toMatchObject({ success: true, status: 'completed' });
  expect(request.completed_at).toMatch(/\.\d{3}Z$/);
  expect(request.result).toBe(result);
});

test('200 reports that a task has failed or was cancelled', async () => {
  const cancelled = await app.submit();
  await app.post(`/api/v1/tasks/${cancelled}/cancel`).expect(200);
  const failed = await app.submit();
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const error = { class: 'fail_state', message: 'No such order.', retry: 'never' };
  const report = { error, output_data: [], for_loop_status: [] };
  await worker.report(lease, 'fail', report).expect(200);
  expect((await list()).requests).toMatchObject([
    { task_id: failed, success: false, status: 'completed', error: 'No such order.' },
    { task_id: cancelled, success: false, status: 'completed', error: 'The task was cancelled.' },
  ]);
});

test('200 returns the newest thousand of many, but none of other accounts', async () => {
  const source = await app.submit();
  await app.database.pool.query(
    `INSERT INTO tasks (id, account_id, recording_id, recording_version_id, portal_id, endpoint_name, status,
       input_parameters, unique_parameter_names, created_at)
     SELECT gen_random_uuid(), account_id, recording_id, recording_version_id, portal_id, endpoint_name, 'success', '{}',
       '{}', created_at - n * interval '1 s'
     FROM tasks, generate_series(1, 1200) n WHERE id = $1`,
    [source],
  );
  const { total_requests, requests } = await list();
  expect([total_requests, requests.length]).toEqual([1_000, 1_000]);
  expect(requests[0].task_id).toBe(source);
  const { body } = await app.post(PATH).set('x-api-key', app.otherApiKey).expect(200);
  expect(body).toEqual({ success: true, total_requests: 0, requests: [] });
});

test('400, 413 and 415 in the older shape for a body that cannot be read', async () => {
  const older = { error: expect.any(String) };
  expect((await send('application/json', '{').expect(400)).body).toEqual(older);
  const large = JSON.stringify({ a: 'x'.repeat(10_485_760) });
  expect((await send('application/json', large).expect(413)).body).toEqual(older);
  expect((await send('text/plain', 'all').expect(415)).body).toEqual(older);
});

test('401 in the older shape without a key', async () => {
  const { body } = await supertest(app.app).post(PATH).expect(401);
  expect(body).toEqual({ error: expect.stringMatching(/missing/) });
});

test('422 for any member or query parameter', async () => {
  await app.post(PATH, { task_id: randomUUID() }).expect(422);
  await app.post(`${PATH}?page=2`).expect(422);
});
