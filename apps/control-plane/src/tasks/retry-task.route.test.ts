import { afterAll, beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { testLogger } from '../testing/open-stores.ts';
import { grantVaults, startVaults } from '../testing/start-vaults.ts';
import { speakWorker, type WorkerClient } from '../testing/speak-worker.ts';
import {
  deskAutomation,
  orderAutomation,
  orderSubmission,
  startTestApp,
  type TestApp,
} from '../testing/start-test-app.ts';
import { submitAndCancel } from '../testing/submit-and-cancel.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}/retry`;
const onepassword = (item: string) => [
  { onepassword: { vault_name: 'Suppliers', item_name: item, field_name: 'f' } },
];

const resources = new AsyncDisposableStack();
let app: TestApp;
let worker: WorkerClient;
beforeAll(async () => {
  const { credentials: secretCredentials } = resources.use(await startVaults());
  app = resources.use(await startTestApp({ secretCredentials }));
  await grantVaults(app.dependencies, app.accountId);
  worker = speakWorker(app);
});
afterAll(async () => resources[Symbol.asyncDispose]());

const detailOf = async (taskId: string) =>
  (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;

test('202 creates a copy of the old task, with secrets sealed for the new id', async () => {
  const old = await submitAndCancel(app, {
    ...orderSubmission,
    unique_parameter_names: ['username'],
    secure_parameters: { code: onepassword('given') },
    max_timeout_in_minutes: 3,
    is_dedicated: true,
    task_callback_url: 'https://erp.example/results',
    task_callback_api_key: 'callback-secret',
    max_parallelism: 4,
    per_login_parallelism: 2,
    priority: -5,
  });
  const before = await detailOf(old);
  const { body } = await app.post(pathOf(old)).expect(202);
  expect(body).toEqual({
    success: true,
    message: 'A new task is queued.',
    task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retry_of: old,
  });
  expect(body.task_id).not.toBe(old);
  expect(await detailOf(old)).toEqual(before);
  expect(await detailOf(body.task_id)).toMatchObject({ status: 'queued', retry_of: old });

  const select = {
    inputParameters: true,
    uniqueParameterNames: true,
    loginQueueId: true,
    maxTimeoutInMinutes: true,
    isDedicated: true,
    taskCallbackUrl: true,
    maxParallelism: true,
    perLoginParallelism: true,
    priority: true,
  };
  const read = (id: string, more: object) =>
    app.database.prisma.task.findUniqueOrThrow({ where: { id }, select: { ...select, ...more } });
  expect(await read(body.task_id, {})).toEqual(await read(old, {}));
  const key = { taskCallbackApiKey: true };
  expect(await read(body.task_id, key)).not.toEqual(await read(old, key));
  // The secrets are sealed for the new id; otherwise the claim would fail.
  const again = await worker.claim();
  expect(again).toMatchObject({ task: { secure_parameters: { code: 1 } } });
  expect(await refusalOfSecret(again)).toContain('"given"');
});

test('202 puts a task, its retry and its local tasks into the traces of their own requests', async () => {
  const first = {
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tracestate: 'congo=t61rcWkgMzE',
  };
  const second = { traceparent: first.traceparent.replace('4bf9', 'aaaa') };
  const submit = (headers: Readonly<Record<string, string>>) =>
    app.post('/api/v1/inference', orderSubmission).set(headers).expect(202);
  const { body: local } = await submit({ ...first, 'x-inference-target': 'local' });
  expect(local.lease.trace).toEqual(first);
  await submit(first);
  expect(await nextTrace()).toEqual(first);
  const { body } = await submit(first);
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
  await app.post(pathOf(body.task_id)).set(second).expect(202);
  expect(await nextTrace()).toEqual(second);
});

/** The trace of the next task, which then ends. */
async function nextTrace(): Promise<unknown> {
  const lease = await worker.claim();
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  return lease['trace'];
}

test('202 ignores invalid trace headers', async () => {
  const wrong = { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, tracestate: 'a=1' };
  await app.post('/api/v1/inference', orderSubmission).set(wrong).expect(202);
  expect(await nextTrace()).toBeUndefined();
  await app.post('/api/v1/inference', orderSubmission).set('traceparent', '\u00E9').expect(202);
  expect(await nextTrace()).toBeUndefined();
});

test('202 keeps the remote desktop, 409 when the recording now runs in a browser', async () => {
  const { recordings } = app.dependencies;
  const save = (automation: typeof deskAutomation | typeof orderAutomation) =>
    recordings.save(app.accountId, { endpointName: 'desk', automation });
  await save(deskAutomation);
  const rdp_parameter = { host: 'desk', username: 'ann', password: 'rdp-secret' };
  const old = await submitAndCancel(app, {
    ...orderSubmission,
    endpoint_name: 'desk',
    rdp_parameter,
  });
  await app.post(pathOf(old)).expect(202);
  expect(await worker.claim()).toMatchObject({ task: { rdp_parameter } });
  await save(orderAutomation);
  const { body } = await app.post(pathOf(old)).expect(409);
  expect(body.detail).toMatch(/recording has changed: rdp_parameter has no effect/);
});

test('202 for a failed task, with the secrets of the current version', async () => {
  const { recordings } = app.dependencies;
  const save = async (item: string) => {
    const secure_parameters = { code: onepassword(item) };
    const parameters = { ...orderAutomation.parameters, secure_parameters };
    const automation = { ...orderAutomation, parameters };
    return recordings.save(app.accountId, { endpointName: 'mended', automation });
  };
  await save('wrong');
  const submission = { ...orderSubmission, endpoint_name: 'mended' };
  const { body: submitted } = await app.post('/api/v1/inference', submission).expect(202);
  const lease = await worker.claim();
  expect(lease.task_id).toBe(submitted.task_id);
  await worker
    .report(lease, 'fail', {
      error: {
        class: 'secret_unavailable',
        message: 'There is no item "wrong".',
        retry: 'never',
      },
      output_data: [],
      for_loop_status: [],
    })
    .expect(200);
  await save('right');
  const { body } = await app.post(pathOf(submitted.task_id)).expect(202);
  expect(await detailOf(body.task_id)).toMatchObject({ recording_version: 2, error: null });
  expect(await refusalOfSecret(await worker.claim())).toContain('"right"');
});

/** The vault has no such item, so the error message names the item that was requested. */
async function refusalOfSecret(lease: Awaited<ReturnType<typeof worker.claim>>): Promise<string> {
  const wanted = { name: 'code', index: 0, origin: 'https://portal.example' };
  const { body } = await worker.report(lease, 'secrets', wanted).expect(424);
  return body.error.message;
}

test('401 without a key, 404 for an unknown task, and for one of another account', async () => {
  await supertest(app.app).post(pathOf('x')).expect(401);
  const old = await submitAndCancel(app, orderSubmission);
  await app.post(pathOf('none')).expect(404);
  await app.post(pathOf(old)).set('x-api-key', app.otherApiKey).expect(404);
});

test('409 in every state except failed and cancelled, with the state in words', async () => {
  const conflict = async (taskId: string, words: RegExp) => {
    const { body } = await app.post(pathOf(taskId)).expect(409);
    expect(body).toEqual({ detail: expect.stringMatching(words) });
  };
  const taskId = await app.submit();
  await conflict(
    taskId,
    /is still waiting in the queue: only a failed or cancelled task can be retried/,
  );
  const lease = await worker.claim();
  expect(lease.task_id).toBe(taskId);
  await conflict(taskId, /was just taken by a worker/);
  await worker.report(lease, 'start').expect(200);
  await conflict(taskId, /is still running/);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  await conflict(taskId, /has succeeded/);
});

test('409 when the recording now needs different parameters', async () => {
  const { recordings } = app.dependencies;
  const save = (input_parameters: object) => {
    const parameters = { ...orderAutomation.parameters, input_parameters };
    const automation = { ...orderAutomation, parameters };
    return recordings.save(app.accountId, { endpointName: 'changing', automation });
  };
  await save(orderAutomation.parameters.input_parameters);
  const old = await submitAndCancel(app, { ...orderSubmission, endpoint_name: 'changing' });
  await save({ username: [], branch: [] });
  const { body } = await app.post(pathOf(old)).expect(409);
  expect(body.detail).toMatch(/lacks "branch".*contains "number".*Submit a new task instead\.$/);
});

test('409 when the recording was deleted, even if another one now has its name', async () => {
  const recording = { endpointName: 'replaced', automation: orderAutomation };
  const { recordingId } = await app.dependencies.recordings.save(app.accountId, recording);
  const old = await submitAndCancel(app, { ...orderSubmission, endpoint_name: 'replaced' });
  await app.delete(`/api/v1/recordings/${recordingId}`).expect(200);
  await app.dependencies.recordings.save(app.accountId, recording);
  const { body } = await app.post(pathOf(old)).expect(409);
  expect(body.detail).toMatch(/its recording was deleted/);
});

test('409 when the recording is deleted while the files of the old task are stored', async () => {
  const old = await submitAndCancel(app, orderSubmission);
  const { tasks } = app.dependencies;
  const hide = (deletedAt: Date | null) =>
    app.database.prisma.recording.updateMany({
      where: { accountId: app.accountId, endpointName: 'order' },
      data: { deletedAt },
    });
  const submit: typeof tasks.submit = async (...given) => {
    await hide(new Date());
    return tasks.submit(...given);
  };
  const dependencies = { ...app.dependencies, tasks: { ...tasks, submit } };
  const served = createWholeApp(dependencies, { logger: testLogger, validateResponses: true });
  const send = (path: string, body: object) =>
    supertest(served).post(path).set('x-api-key', app.apiKey).send(body);
  try {
    const { body, headers } = await send(pathOf(old), {}).expect(409);
    expect(headers['x-error-code']).toBe('recording-deleted');
    expect(body.detail).toContain(old);
    await hide(null);
    const bulk = await send('/api/v1/tasks/retry', { task_ids: [old] }).expect(200);
    expect(bulk.body.results).toMatchObject([{ error: { code: 'recording-deleted' } }]);
  } finally {
    await hide(null);
  }
});

test('202 with changes: given members replace the old ones, the others are kept', async () => {
  const old = await submitAndCancel(app, {
    ...orderSubmission,
    secure_parameters: { code: onepassword('given') },
    task_callback_url: 'https://erp.example/old',
    task_callback_api_key: 'old-key',
    priority: 4,
  });
  const changes = {
    input_parameters: { number: ['8'] },
    secure_parameters: { code: onepassword('other') },
    max_timeout_in_minutes: 3,
    task_callback_url: 'https://erp.example/new',
  };
  const { body } = await app.post(pathOf(old), changes).expect(202);
  const row = await app.database.prisma.task.findUniqueOrThrow({ where: { id: body.task_id } });
  expect(row).toMatchObject({
    inputParameters: { ...orderSubmission.input_parameters, number: ['8'] },
    maxTimeoutInMinutes: 3,
    priority: 4,
    taskCallbackUrl: 'https://erp.example/new',
    // The key was for the old URL.
    taskCallbackApiKey: null,
    retryOf: old,
  });
  const lease = await claimTask(body.task_id);
  expect(await refusalOfSecret(lease)).toContain('"other"');
});

/** Claims tasks until this one. */
async function claimTask(taskId: string): Promise<Awaited<ReturnType<typeof worker.claim>>> {
  for (;;) {
    const lease = await worker.claim();
    if (lease.task_id === taskId) return lease;
  }
}

test.each([
  [{ input_parameters: { colour: ['red'] } }, /contains "colour".*declares "number", "username"/],
  [{ secure_parameters: { pin: onepassword('a') } }, /contains "pin"/],
])('400 for changes of parameters that do not fit: %j', async (changes, words) => {
  const old = await submitAndCancel(app, orderSubmission);
  const { body, headers } = await app.post(pathOf(old), changes).expect(400);
  expect(body.detail).toMatch(words);
  expect(headers['x-error-code']).toBe('parameter-mismatch');
});

test.each([
  [{ endpoint_name: 'other' }, ['endpoint_name']],
  [{ max_timeout_in_minutes: 0 }, ['max_timeout_in_minutes']],
  [{ task_callback_api_key: 'key' }, ['task_callback_url']],
  [{ task_callback_url: 'https://ann:pw@erp.example/' }, ['task_callback_url']],
])('422 for the changes %j', async (changes, loc) => {
  const old = await submitAndCancel(app, orderSubmission);
  const { body } = await app.post(pathOf(old), changes).expect(422);
  expect(body.detail[0].loc).toEqual(['body', ...loc]);
});

test('202 for inputs of more than 100 KB, as a submission may have', async () => {
  const old = await submitAndCancel(app, orderSubmission);
  const input_parameters = { ...orderSubmission.input_parameters, number: ['1'.repeat(150_000)] };
  await app.post(pathOf(old), { input_parameters }).expect(202);
  const changes = { input_parameters };
  await app.post('/api/v1/tasks/retry', { task_ids: [old], changes }).expect(200);
});

test('400, 413, 415 and 422 for a request that is not a valid retry', async () => {
  const path = pathOf(await submitAndCancel(app, orderSubmission));
  const json = (text: string) => app.post(path).set('content-type', 'application/json').send(text);
  await json('{').expect(400);
  await json(`"${'x'.repeat(25_165_824)}"`).expect(413);
  await app.post(path).set('content-type', 'text/plain').send('now').expect(415);
  await app.post(pathOf('x'.repeat(201))).expect(422);
});
