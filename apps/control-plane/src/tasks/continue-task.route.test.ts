import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  orderAutomation,
  orderSubmission,
  startTestApp,
  type TestApp,
} from '../testing/start-test-app.ts';
import { speakWorker, type WorkerClient } from '../testing/speak-worker.ts';

const resources = new AsyncDisposableStack();
let app: TestApp;
let worker: WorkerClient;
beforeAll(async () => {
  app = resources.use(await startTestApp());
  worker = speakWorker(app);
});
afterAll(async () => resources[Symbol.asyncDispose]());

const read = { extraction_action: { screenshot: { filename: 'a.png' } } };
const pay = { interaction_action: { click_element: { command: 'get_by_text("Pay")' } } };
const form = { interaction_action: { go_to_url: { url: 'https://portal.example/form' } } };
const resumable = (node: object) => ({ ...node, resumable: true });

const automationOf = (nodes: readonly object[]) =>
  ({ ...orderAutomation, nodes: [...nodes] }) as typeof orderAutomation;

const save = (endpointName: string, nodes: readonly object[]) =>
  app.dependencies.recordings.save(app.accountId, {
    endpointName,
    automation: automationOf(nodes),
  });

const entry = (name: string) => ({ unique_identifier: name, json_data: { name } });

async function submit(endpoint_name: string): Promise<string> {
  const { body } = await app.post('/api/v1/inference', { ...orderSubmission, endpoint_name });
  return body.task_id;
}

const checkpointOf = (index: number) => ({
  node_path: `nodes[${index}]`,
  page_url: 'https://portal.example/form',
  variables: { total: [index] },
  lost_variables: [],
  output_count: 1,
  file_count: 2,
});

interface Failing {
  readonly reached: readonly number[];
  readonly more?: object;
  readonly hasActed?: boolean;
}

/** A task that fails after the checkpoints of these nodes; its output has two entries. */
async function failedTask(endpointName: string, failure: Failing): Promise<string> {
  const taskId = await submit(endpointName);
  const lease = await worker.claim();
  expect(lease.task_id).toBe(taskId);
  await fail(lease, failure);
  return taskId;
}

async function fail(
  lease: Awaited<ReturnType<WorkerClient['claim']>>,
  { reached, more = {}, hasActed }: Failing,
): Promise<void> {
  const error = {
    class: 'locator_not_found',
    message: 'Nothing.',
    retry: 'never',
    node_path: `nodes[${reached.at(-1)}]`,
    ...more,
  };
  const ended = { error, output_data: [entry('a'), entry('b')], for_loop_status: [] };
  const checkpoints = reached.map((index) => ({ ...checkpointOf(index), has_acted: hasActed }));
  await worker.report(lease, 'fail', { ...ended, checkpoints }).expect(200);
}

const retry = (taskId: string, from = 'failed_node') =>
  app.post(`/api/v1/tasks/${taskId}/retry`, { from });

const detailOf = async (taskId: string) =>
  (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;

async function refusalOf(taskId: string, from?: string): Promise<string> {
  const { body, headers } = await retry(taskId, from).expect(409);
  return `${headers['x-error-code']}: ${body.detail}`;
}

test('202 continues a task that is older than a roll-out in its base version', async () => {
  await save('rolled-out', [form, read, pay]);
  const old = await failedTask('rolled-out', { reached: [2], hasActed: false });
  await save('rolled-out', [form, read, resumable(read)]);
  const { body: task } = await app.get(`/api/v1/tasks/${old}`).expect(200);
  const changed = { automation: automationOf([form, read, pay]), first_tasks: 5, min_tasks: 5 };
  await app.post(`/api/v1/recordings/${task.task.recording_id}/rollouts`, changed).expect(201);
  const { body } = await retry(old).expect(202);
  expect(await detailOf(body.task_id)).toMatchObject({ recording_version: 2 });
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
});

test('202 continues a failed task in a changed version, and then the new task as well', async () => {
  await save('continued', [form, read, pay]);
  const old = await failedTask('continued', { reached: [2], hasActed: false });
  await save('continued', [form, read, resumable(read)]);
  const { body } = await retry(old).expect(202);
  expect(body.retry_of).toBe(old);
  expect(await detailOf(body.task_id)).toMatchObject({
    retry_of: old,
    continued_from: 'nodes[2]',
    recording_version: 2,
  });
  expect((await detailOf(old)).continued_from).toBeNull();
  const start = {
    node_path: 'nodes[2]',
    page_url: 'https://portal.example/form',
    variables: { total: [2] },
    output_data: [{ unique_identifier: 'a', json_data: { name: 'a' } }],
    file_count: 2,
  };
  const lease = await worker.claim();
  expect(lease).toMatchObject({ task_id: body.task_id, task: { start } });
  // The task's next attempt also starts there.
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  const again = await worker.claim();
  expect(again).toMatchObject({ task_id: body.task_id, task: { start } });
  await fail(again, { reached: [2] });
  const { body: second } = await retry(body.task_id).expect(202);
  expect(await worker.claim()).toMatchObject({ task_id: second.task_id, task: { start } });

  const { body: whole } = await app.post(`/api/v1/tasks/${old}/retry`).expect(202);
  expect((await worker.claim())['task']).not.toHaveProperty('start');
  expect((await detailOf(whole.task_id)).continued_from).toBeNull();
});

test('409 for a task that was already continued, even by a concurrent request', async () => {
  await save('once', [form, resumable(read)]);
  const old = await failedTask('once', { reached: [1] });
  const answers = await Promise.all([retry(old), retry(old)]);
  const accepted = answers.find(({ status }) => status === 202);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.headers['x-error-code']).toBe('already-retried');
  expect(refused?.body.detail).toContain(`task "${accepted?.body.task_id}" has retried it already`);
  await worker.claim();
  await app.post(`/api/v1/tasks/${old}/retry`).expect(202);
  await worker.claim();
});

test('422 for `from` together with different inputs', async () => {
  await save('mixed', [form, resumable(read)]);
  const old = await failedTask('mixed', { reached: [1] });
  const changes = { from: 'failed_node', input_parameters: { number: ['8'] } };
  const { body } = await app.post(`/api/v1/tasks/${old}/retry`, changes).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body', 'from'], type: 'mixed_inputs' });
});

test('409 with advice when the recording does not declare the continuation safe', async () => {
  await save('unsafe', [resumable(form), pay, read]);
  const paid = await failedTask('unsafe', { reached: [0, 2] });
  expect(await refusalOf(paid)).toMatch(
    /^not-resumable: Task ".*" cannot be continued: .*nodes\[1\] \(click_element\) again/,
  );
  expect(await refusalOf(paid, 'nodes[1]')).toMatch(/^not-resumable: .*start at nodes\[1\]/);
  await save('unsafe', [read, resumable(pay), resumable(read)]);
  expect(await refusalOf(paid)).toMatch(/^nodes-changed: .*nodes\[0\] is not the same/);
  // The worker does not confirm that the click was not made.
  await save('unsafe', [resumable(form), pay]);
  const unknown = await failedTask('unsafe', { reached: [0, 1] });
  expect(await refusalOf(unknown)).toMatch(/nodes\[1\] .*it may have had its effect/);
  const untouched = await failedTask('unsafe', { reached: [0, 1], hasActed: false });
  await retry(untouched).expect(202);
  expect((await worker.claim())['task']).toHaveProperty('start.node_path', 'nodes[0]');
  await save('unsafe', [read, resumable(pay), resumable(read)]);
  const { body } = await app.post('/api/v1/tasks/retry', {
    task_ids: [paid],
    changes: { from: 'failed_node' },
  });
  expect(body.results[0]).toMatchObject({ outcome: 'refused', error: { code: 'nodes-changed' } });
});

test('409 for a task that did not stop at a node, or left no state', async () => {
  await save('early', [resumable(read)]);
  const early = await failedTask('early', { reached: [], more: { node_path: undefined } });
  expect(await refusalOf(early)).toMatch(/^no-failed-node: /);
  // A later attempt was lost, so nobody knows how far it got.
  const lost = await failedTask('early', { reached: [0] });
  const where = { taskId: lost };
  await app.database.prisma.taskContinuation.update({ where, data: { leaseEpoch: 0 } });
  expect(await refusalOf(lost)).toMatch(/^no-failed-node: /);
  const cancelled = await submit('early');
  await app.post(`/api/v1/tasks/${cancelled}/cancel`).expect(200);
  expect(await refusalOf(cancelled)).toMatch(/^no-failed-node: /);
});

test('422 for a node inside a loop, a missing node, and any other text', async () => {
  await save('looping', [{ variable_name: 'number', nodes: [read], resumable: true }]);
  const taskId = await failedTask('looping', { reached: [0] });
  const told = async (from: string) => (await retry(taskId, from).expect(422)).body.detail[0];
  expect(await told('nodes[0][1].nodes[0]')).toMatchObject({
    loc: ['body', 'from'],
    msg: expect.stringMatching(/is inside nodes\[0\]: .*Use "nodes\[0\]"/),
  });
  expect(await told('nodes[1]')).toMatchObject({ msg: expect.stringContaining('nodes[0]') });
  expect(await told('start')).toMatchObject({ loc: ['body', 'from'] });
});

test('the state of a task is stored sealed, counted, and deleted with the task', async () => {
  await save('aged', [resumable(read)]);
  const before = await storedBytes();
  const taskId = await failedTask('aged', { reached: [0] });
  const { reached } = await app.database.prisma.taskContinuation.findUniqueOrThrow({
    where: { taskId },
  });
  expect(reached).toMatch(/^v1\.test\./);
  expect((await storedBytes()) - before).toBeGreaterThan((reached ?? '').length);
  await app.delete(`/api/v1/tasks/${taskId}`).expect(200);
  expect(await storedBytes()).toBe(before);
});

async function storedBytes(): Promise<number> {
  const { rows } = await app.database.pool.query<{ bytes: string }>(
    'SELECT sum(bytes) AS bytes FROM storage_uses WHERE account_id = $1',
    [app.accountId],
  );
  return Number(rows[0]?.bytes ?? 0);
}
