import { parseAutomation } from '@errand/automation-engine/automation';
import { beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const PATH = '/api/v1/inference/';
const goal = { end_point: 'order', goal: 'Order {it} again.' };

const app = await useTestApp();

const worker = speakWorker(app);
beforeEach(async () => {
  await emptyTables(app.database, 'tasks');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

interface ClaimedTask {
  readonly automation: { readonly nodes: readonly unknown[] };
  readonly input_parameters: Readonly<Record<string, readonly string[]>>;
}

// proves operation: submitTask
test.each([PATH, '/api/v1/inference'])(
  '200 from %s starts an agent with the goal',
  async (path) => {
    const params = {
      text: 'INV-1',
      number: 7,
      yes: true,
      nothing: null,
      list: ['a', 2],
      object: { a: 1 },
    };
    const { body } = await app.post(path, { ...goal, params }).expect(200);
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'started',
      message: 'The task is started.',
    });
    const lease = await worker.claim();
    expect(lease.task_id).toBe(body.task_id);
    const { automation, input_parameters } = lease['task'] as ClaimedTask;
    expect(input_parameters).toEqual({
      errand_goal: ['Order {it} again.'],
      text: ['INV-1'],
      number: ['7'],
      yes: ['true'],
      nothing: [],
      list: ['a', '2'],
      object: ['{"a":1}'],
    });
    expect(parseAutomation(automation)).toMatchObject({ url: orderAutomation.url });
    const lines = [
      '{errand_goal[0]}',
      '',
      'Input values:',

      'list: {list[0]}',
      'list: {list[1]}',
      'number: {number[0]}',
      'object: {object[0]}',
      'text: {text[0]}',
      'yes: {yes[0]}',
    ];
    const agentic_task = { task: lines.join('\n'), max_steps: 50 };
    expect(automation.nodes).toEqual([
      { type: 'action_node', interaction_action: { agentic_task } },
    ]);
  },
);

test('200 for a repeated Idempotency-Key, with only one task', async () => {
  const send = () => app.post(PATH, goal).set('idempotency-key', 'older');
  const first = await send().expect(200);
  const second = await send().expect(200);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(await app.database.prisma.task.count()).toBe(1);
});

test('400 in the legacy format without a goal', async () => {
  const { body } = await app.post(PATH, { end_point: 'order' }).expect(400);
  expect(body).toEqual({ error: 'goal is missing.' });
});

test('401 in the legacy format without a key', async () => {
  const { body } = await supertest(app.app).post(PATH).send(goal).expect(401);
  expect(body).toEqual({ error: expect.stringMatching(/missing/) });
});

test('404 in the legacy format for an endpoint unknown to the account', async () => {
  for (const request of [
    app.post(PATH, { ...goal, end_point: 'none' }),
    app.post(PATH, goal).set('x-api-key', app.otherApiKey),
  ]) {
    const { body } = await request.expect(404);
    expect(body).toEqual({ error: expect.stringMatching(/No automation has the endpoint name/) });
  }
});

test('409 in the legacy format for an Idempotency-Key used with a different body', async () => {
  await app.post(PATH, goal).set('idempotency-key', 'taken').expect(200);
  const other = app.post(PATH, { ...goal, goal: 'Cancel it.' }).set('idempotency-key', 'taken');
  expect((await other.expect(409)).body).toEqual({ error: expect.stringMatching(/another body/) });
});

test.each([
  [{ params: { 'a b': 1 } }, ['params', 'a b']],
  [{ params: { errand_goal: 'x' } }, ['params', 'errand_goal']],
  [{ params: ['a'] }, ['params']],
  [{ goal: '' }, ['goal']],
  [{ endpoint_name: 'order' }, ['endpoint_name']],
])('422 for %j', async (more, place) => {
  const { body } = await app.post(PATH, { ...goal, ...more }).expect(422);
  expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc)).toContainEqual(['body', ...place]);
});

test('400 in the legacy format for the local target', async () => {
  const { body } = await app.post(PATH, goal).set('x-inference-target', 'local').expect(400);
  expect(body).toEqual({ error: expect.stringMatching(/end_point runs on the workers/) });
});
