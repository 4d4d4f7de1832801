import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createEgressGuard, type EgressGuard } from '@errand/egress-guard';
import { pollUntil } from '@errand/test-kit';
import { startJobs } from '../jobs.ts';
import { startReceiver, type Receiver } from '../testing/start-receiver.ts';
import {
  addAccount,
  claimNow,
  holderOf,
  noResult,
  orderOf,
  testLogger,
} from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { createCallbackSender } from './send-callback.ts';
import { createMailLimit } from './mail-limit.ts';
import { createMailSender } from './send-mail.ts';
import { sealedContext } from '../database/sealed-context.ts';

const stores = await useStores();
let receiver: Receiver;
let accountId: string;

/** Simulates a process that dies after posting and before recording it. */
let beforeRecord: () => void;
let egress: EgressGuard;

beforeAll(async () => {
  const deliveries: DeliveryStore = {
    ...stores.deliveries,
    async record(attempt) {
      beforeRecord();
      await stores.deliveries.record(attempt);
    },
  };
  const sendCallback = createCallbackSender({
    egress: { ...egress, request: (url, request) => egress.request(url, request) },
    timeoutMs: 1_000,
  });
  await startJobs(stores.queue, {
    deliveries,
    deliverySlots: createDeliverySlots(),
    sendCallback,
    sendMail: createMailSender(undefined),
    mailLimit: createMailLimit(stores.database, undefined),
    logger: testLogger,
  });
});
beforeEach(async () => {
  beforeRecord = () => undefined;
  egress = createEgressGuard({ allowPrivateAddresses: true });
  testLogger.silent = false;
  receiver = await startReceiver();
  accountId = await stores.reset();
});
afterEach(async () => receiver[Symbol.asyncDispose]());

test('delivers the result with files and the key after the task has ended', async () => {
  const { taskId } = await submit({
    task_callback_url: receiver.url,
    task_callback_api_key: 'k-1',
  });
  const holder = holderOf(await claimNow(stores.leases));
  await addFile(holder, { filename: 'a.pdf', kind: 'download', metadata: { number: 1 } });
  await addFile(holder, { filename: 'b.png', kind: 'screenshot' });
  await addFile(holder, { filename: 'final.png', kind: 'final_screenshot' });
  await stores.leases.complete(holder, { outputData: [{ text: 'x' }], forLoopStatus: [] });

  const { headers, body } = await receiver.next();
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-api-key': 'k-1',
    'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,\S+$/),
  });
  expect(body).toEqual({
    task_id: taskId,
    recording_id: expect.any(String),
    endpoint_name: 'order',
    status: 'success',
    error: null,
    error_class: null,
    error_node_path: null,
    http_status: null,
    output_data: [{ text: 'x' }],
    final_screenshot: Buffer.from('final.png').toString('base64'),
    downloads: [
      { url: expect.stringContaining('/files/'), filename: 'a.pdf' },
      { url: expect.stringContaining('/files/'), filename: 'b.png' },
    ],
    downloads_with_metadata: [
      { url: expect.any(String), filename: 'a.pdf', metadata: { number: 1 } },
      { url: expect.any(String), filename: 'b.png', metadata: null },
    ],
    input_parameters: { login: [''] },
    unique_parameter_names: [],
  });
  expect(await settled(taskId)).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200 });
});

test("notifies the recording's receiver of a failed task with basic authentication", async () => {
  const callbackSecret = { username: 'ann', password: 'pass:word' };
  const account = await addAccount(stores.database, { callbackUrl: receiver.url });
  const recording = await stores.database.prisma.recording.findFirstOrThrow({
    where: { accountId: account },
  });
  const context = sealedContext.callbackSecret('recording', recording.id);
  await stores.database.prisma.recording.update({
    where: { id: recording.id },
    data: { callbackSecret: stores.sealer.seal(callbackSecret, context) },
  });
  await stores.tasks.submit(account, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  const startedAt = new Date();
  const step = { nodePath: 'nodes[1]', kind: 'hover', startedAt, durationMs: 4 } as const;
  await stores.leases.recordSteps(holder, [
    { ...step, sequence: 0, outcome: 'failed', details: { http_status: 503 } },
  ]);
  const failure = { ...noResult, errorClass: 'timeout', message: 'Too slow.' };
  await stores.leases.fail(holder, { ...failure, nodePath: 'nodes[1]', retry: 'never' });

  const { headers, body } = await receiver.next();
  expect(headers['authorization']).toBe(`Basic ${btoa('ann:pass:word')}`);
  expect(body).toMatchObject({
    status: 'failed',
    error: 'Too slow.',
    error_class: 'timeout',
    error_node_path: 'nodes[1]',
    http_status: 503,
    downloads: null,
  });
  expect(body).not.toHaveProperty('downloads_with_metadata');
});

test('delivers a cancellation as well, and only to the address of the task', async () => {
  const account = await addAccount(stores.database, { callbackUrl: `${receiver.url}/recording` });
  const order = orderOf('ann', { task_callback_url: `${receiver.url}/task` });
  const { taskId } = await stores.tasks.submit(account, order);
  await stores.tasks.cancel(account, taskId);
  expect(await receiver.next()).toMatchObject({ path: '/task', body: { status: 'cancelled' } });
  expect(await settled(taskId)).toMatchObject({ state: 'delivered' });
  expect(await stores.database.prisma.callbackDelivery.count({ where: { taskId } })).toBe(1);
});

test('retries after an error with the same webhook-id', async () => {
  receiver.answer(500);
  const { taskId } = await cancelled();
  const first = await receiver.next();
  receiver.answer(200);
  const second = await receiver.next();
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(await settled(taskId)).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('gives a receiver five minutes by the clock of the database, not that of the process', async () => {
  receiver.answer(500);
  const { taskId } = await cancelled();
  await tried(taskId);
  const { Date: honest } = globalThis;
  const ahead = honest.now() + 600_000;
  globalThis.Date = new Proxy(honest, {
    construct: (_date, given: unknown[]) =>
      Reflect.construct(honest, given.length === 0 ? [ahead] : given) as object,
  });
  try {
    expect(await tried(taskId, 2)).toMatchObject({ state: 'pending' });
  } finally {
    globalThis.Date = honest;
  }
});

test('stops immediately when the receiver returns 410', async () => {
  receiver.answer(410);
  const { taskId } = await cancelled();
  expect(await settled(taskId)).toMatchObject({ state: 'failed', attempts: 1, lastStatus: 410 });
  expect(await waitingJobs()).toBe(0);
});

test('does not follow a redirect', async () => {
  receiver.answer(302, { location: `${receiver.url}/elsewhere` });
  const { taskId } = await cancelled();
  await receiver.next();
  expect(await tried(taskId)).toMatchObject({
    state: 'pending',
    lastStatus: 302,
    lastError: 'The receiver returned 302, a redirect, which is not followed.',
  });
  expect(receiver.count()).toBe(1);
});

test('gives up on a receiver that does not respond in time, and retries later', async () => {
  receiver.answer('never');
  const { taskId } = await cancelled();
  expect(await tried(taskId)).toMatchObject({ state: 'pending', attempts: 1, lastStatus: null });
  expect(await waitingJobs()).toBe(1);
});

test('refuses a private address permanently, before any connection', async () => {
  egress = createEgressGuard({ allowPrivateAddresses: false });
  const { taskId } = await cancelled();
  expect(await settled(taskId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    lastError: expect.stringMatching('ALLOW_PRIVATE_ADDRESSES'),
  });
  expect(receiver.count()).toBe(0);
});

test('runs again when the process died before recording the attempt', async () => {
  testLogger.silent = true; // the simulated crash is logged as an error
  let deaths = 0;
  beforeRecord = () => {
    if (deaths++ === 0) throw new Error('killed');
  };
  const { taskId } = await cancelled();
  const first = await receiver.next();
  const second = await receiver.next();
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(await settled(taskId)).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('fails without a retry when a stored secret cannot be decrypted', async () => {
  testLogger.silent = true;
  const { taskId } = await submit({
    task_callback_url: receiver.url,
    task_callback_api_key: 'callback-secret',
  });
  await stores.database.pool.query(`UPDATE tasks SET task_callback_api_key = 'v1.gone.AAAA'`);
  await stores.tasks.cancel(accountId, taskId);
  expect(await settled(taskId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    lastError: expect.stringMatching(/^Nothing was sent, .* redeliver\.$/),
  });
  expect(await waitingJobs()).toBe(0);
});

test('records an attempt once, and queues nothing when it is reported again', async () => {
  const { taskId } = await cancelled();
  const { id } = await settled(taskId);
  await stores.deliveries.record({
    deliveryId: id,
    attempts: 0,
    startedAt: new Date(),
    status: 500,
    error: 'late',
    response: null,
    state: 'pending',
    retryAt: new Date(),
  });
  expect(await settled(taskId)).toMatchObject({ state: 'delivered', attempts: 1, lastError: null });
  expect(await waitingJobs()).toBe(0);
});

test("sends on request to the given receiver, to the task's own, or to none", async () => {
  const { taskId } = await submit({ task_callback_url: `${receiver.url}/own` });
  const given = { url: `${receiver.url}/given`, secret: { api_key: 'k-2' } };
  await stores.deliveries.request(accountId, taskId, given);
  expect(await receiver.next()).toMatchObject({
    path: '/given',
    headers: { 'x-api-key': 'k-2' },
    body: { status: 'queued' },
  });
  await stores.deliveries.request(accountId, taskId);
  expect(await receiver.next()).toMatchObject({ path: '/own' });

  const silent = await submit({});
  expect(await stores.deliveries.request(accountId, silent.taskId)).toBeUndefined();
  const other = await addAccount(stores.database);
  await expect(stores.deliveries.request(other, taskId)).rejects.toMatchObject({ status: 404 });
});

function submit(more: Parameters<typeof orderOf>[1]): Promise<{ readonly taskId: string }> {
  return stores.tasks.submit(accountId, orderOf(undefined, more));
}

/** Cancels a new task: the quickest way to get an ended task. */
async function cancelled(): Promise<{ readonly taskId: string }> {
  const { taskId } = await submit({ task_callback_url: receiver.url });
  await stores.tasks.cancel(accountId, taskId);
  return { taskId };
}

function tried(taskId: string, attempts = 1) {
  return pollUntil('a try was recorded', async () => {
    const where = { taskId, attempts: { gte: attempts } };
    return (await stores.database.prisma.callbackDelivery.findFirst({ where })) ?? undefined;
  });
}

function settled(taskId: string) {
  return pollUntil('the delivery is over', async () => {
    const where = { taskId, state: { not: 'pending' } } as const;
    return (await stores.database.prisma.callbackDelivery.findFirst({ where })) ?? undefined;
  });
}

async function waitingJobs(): Promise<number> {
  const { rows } = await stores.database.pool.query(
    `SELECT count(*)::int n FROM pgboss.job WHERE name = 'deliver-callback' AND state IN ('created', 'retry')`,
  );
  return rows[0].n;
}

async function addFile(
  holder: ReturnType<typeof holderOf>,
  file: {
    filename: string;
    kind: 'download' | 'screenshot' | 'final_screenshot';
    metadata?: object;
  },
): Promise<void> {
  const contentType = 'application/octet-stream';
  const content = Buffer.from(file.filename);
  const announced = { ...file, metadata: { ...file.metadata }, contentType, size: content.length };
  const { metadata, ...bare } = announced;
  const [upload] = await stores.artifacts.announce(holder, [
    file.metadata ? { ...bare, metadata } : bare,
  ]);
  const artifactId = upload?.artifactId ?? '';
  await stores.storage.write(`tasks/${holder.taskId}/${artifactId}`, content, { contentType });
  await stores.artifacts.confirm(holder, [artifactId]);
}
