import { pollUntil } from '@errand/test-kit';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { addAccount, orderOf } from '../testing/open-stores.ts';
import { startDeliveries } from '../testing/start-deliveries.ts';
import { startReceiver, type ReceivedCallback, type Receiver } from '../testing/start-receiver.ts';
import { useStores } from '../testing/use-stores.ts';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.ts';
import { createSigningSecretStore, type SigningSecretStore } from './signing-secret-store.ts';

const stores = await useStores();
let receiver: Receiver;
let accountId: string;
let log: DeliveryLog;
let signingSecrets: SigningSecretStore;
beforeAll(async () => {
  log = createDeliveryLog(stores);
  signingSecrets = createSigningSecretStore(stores);
  await startDeliveries(stores);
});
beforeEach(async () => {
  receiver = await startReceiver();
  accountId = await stores.reset();
});

afterEach(async () => receiver[Symbol.asyncDispose]());

test('creates signatures that the Standard Webhooks library accepts for the unaltered body only', async () => {
  await cancelled();
  const callback = await receiver.next();
  const [current] = await signingSecrets.list(accountId);
  expect(verify(current?.secret, callback)).toEqual(callback.body);

  const other = await signingSecrets.list(await addAccount(stores.database));
  expect(() => verify(other[0]?.secret, callback)).toThrow('No matching signature found');
  const forged = { ...callback, text: callback.text.replace('cancelled', 'success') };
  expect(() => verify(current?.secret, forged)).toThrow('No matching signature found');
});

test('also signs with the previous secrets until they expire', async () => {
  const [first] = await signingSecrets.list(accountId);
  const [second] = await signingSecrets.rotate(accountId, { overlapHours: 1 });
  await cancelled();
  const overlapping = await receiver.next();
  for (const known of [first, second]) {
    expect(verify(known?.secret, overlapping)).toEqual(overlapping.body);
  }

  await stores.database.pool.query(
    `UPDATE signing_secrets SET expires_at = now() - interval '1 s' WHERE expires_at IS NOT NULL`,
  );
  await cancelled();
  const after = await receiver.next();
  expect(verify(second?.secret, after)).toEqual(after.body);
  expect(() => verify(first?.secret, after)).toThrow('No matching signature found');
});

test('keeps one current secret when many requests create or rotate it concurrently', async () => {
  const firsts = await Promise.all([1, 2, 3, 4].map(() => signingSecrets.list(accountId)));
  expect(new Set(firsts.flat().map(({ secret }) => secret)).size).toBe(1);
  await Promise.all([1, 2, 3, 4].map(() => signingSecrets.rotate(accountId, { overlapHours: 24 })));
  const secrets = await signingSecrets.list(accountId);
  expect(secrets.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false, false]);
  const { rows } = await stores.database.pool.query('SELECT secret FROM signing_secrets');
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

test('waits as long as Retry-After asks, and stores the response', async () => {
  receiver.answer(503, { 'retry-after': '120' }, 'x'.repeat(5_000));
  const { taskId } = await cancelled();
  const [delivery] = await pollUntil('a try is recorded', async () => {
    const found = await log.list(accountId, taskId);
    return found[0]?.attempts === 1 ? found : undefined;
  });
  expect(delivery).toMatchObject({
    state: 'pending',
    lastStatus: 503,
    lastResponse: 'x'.repeat(1_024),
  });
  const { rows } = await stores.database.pool.query(
    `SELECT extract(epoch FROM start_after - now()) AS seconds FROM pgboss.job
     WHERE name = 'deliver-callback' AND state = 'created'`,
  );
  expect(Number(rows[0].seconds)).toBeGreaterThan(110);
});

test('gives up on a receiver that asks for more than five minutes, and says why', async () => {
  receiver.answer(429, { 'retry-after': '3600' });
  const { taskId } = await cancelled();
  expect(await settled(taskId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    lastError: expect.stringMatching(/returned 429\. It asked for no retry before .* five minutes/),
  });
});

test('passes on the trace of the task, or none for a task without one', async () => {
  const { headers } = await callbackOf({});
  expect(headers).not.toHaveProperty('traceparent');
  const trace = {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    flags: 1,
    traceState: 'congo=t61rcWkgMzE',
  };
  expect((await callbackOf({ traceContext: trace })).headers).toMatchObject({
    traceparent: `00-${trace.traceId}-${trace.spanId}-01`,
    tracestate: trace.traceState,
  });
});

test('redelivers under the same id, and continues the attempt count of the first one', async () => {
  receiver.answer(410);
  const { taskId } = await cancelled();
  const first = await receiver.next();
  const { deliveryId } = await settled(taskId);
  receiver.answer(200);
  const again = await log.redeliver(accountId, deliveryId);
  expect(again).toMatchObject({ deliveryId, state: 'pending' });
  const second = await receiver.next();
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(await settled(taskId)).toMatchObject({ state: 'delivered', attempts: 2, lastStatus: 200 });
});

test('delivers to others while a slow receiver has many pending callbacks', async () => {
  await using slow = await startReceiver();
  slow.answer('never');
  for (let sent = 0; sent < 20; sent += 1) await cancelled(slow.url);
  await pollUntil('the slow receiver has its share', () => slow.count() >= 4);
  const others = await addAccount(stores.database);
  await cancelled(receiver.url, others);
  await receiver.next();
  await cancelled(receiver.url);
  await receiver.next();
  expect(slow.count()).toBeLessThan(20);
});

function verify(secret: string | undefined, { text, headers }: ReceivedCallback): unknown {
  return new Webhook(secret ?? '').verify(text, headers as Record<string, string>);
}

async function cancelled(
  taskCallbackUrl = receiver.url,
  account = accountId,
): Promise<{ readonly taskId: string }> {
  const { taskId } = await stores.tasks.submit(
    account,
    orderOf(undefined, { task_callback_url: taskCallbackUrl }),
  );
  await stores.tasks.cancel(account, taskId);
  return { taskId };
}

function settled(taskId: string) {
  return pollUntil('the delivery is over', async () => {
    const [delivery] = await log.list(accountId, taskId);
    return delivery && delivery.state !== 'pending' ? delivery : undefined;
  });
}

async function callbackOf(more: Parameters<typeof orderOf>[1]): Promise<ReceivedCallback> {
  const task = orderOf(undefined, { task_callback_url: receiver.url, ...more });
  const { taskId } = await stores.tasks.submit(accountId, task);
  await stores.tasks.cancel(accountId, taskId);
  return receiver.next();
}
