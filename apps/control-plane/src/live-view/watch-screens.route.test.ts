import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { LeaseHolder } from '../leases/lease.ts';
import { askForUrl, beginWait, speakGateway, startWatchable } from '../testing/speak-gateway.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { startTestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

// Far less than the 20 seconds of a long poll; `pnpm bench stream` measures the actual delay.
const AT_ONCE_MS = 5_000;

const app = await useTestApp();
const gateway = speakGateway(app);

const result = { output_data: [], for_loop_status: [] };
const failure = { class: 'assertion_failed', message: 'No.', retry: 'never' };

function screenOf({ taskId, leaseEpoch }: LeaseHolder, mode: 'view' | 'control' = 'view') {
  return { task_id: taskId, lease_epoch: leaseEpoch, mode };
}

function report({ taskId, leaseEpoch }: LeaseHolder, name: string, body: object) {
  const lease = { task_id: taskId, lease_epoch: leaseEpoch };
  return speakWorker(app).report(lease, name, body).expect(200);
}

/** Returns the response of the open request after `change`, and the time it took. */
async function seeEnd(screens: readonly object[], change: () => Promise<unknown>) {
  const open = gateway.watch(screens, 20).then((answer) => ({ at: performance.now(), answer }));
  await untilWatched();
  await change();
  const changedAt = performance.now();
  const { at, answer } = await open;
  return { status: answer.status, ended: answer.body.ended, afterMs: at - changedAt };
}

/** A later request has been served, so the open one is already waiting. */
async function untilWatched(): Promise<void> {
  await gateway.watch([], 0).expect(200);
}

test.each<[string, (holder: LeaseHolder) => Promise<unknown>]>([
  ['success', (holder) => report(holder, 'complete', result)],
  ['failed', (holder) => report(holder, 'fail', { ...result, error: failure })],
  [
    'cancelled',
    async (holder) => {
      await app.post(`/api/v1/tasks/${holder.taskId}/cancel`).expect(202);
      const error = { ...failure, class: 'cancelled' };
      await report(holder, 'fail', { ...result, error });
    },
  ],
  ['lost', (holder) => report(holder, 'release', { reason: 'drain' })],
])('200 at once when a task ends: %s', async (reason, end) => {
  const holder = await startWatchable(app);
  const other = await startWatchable(app);
  const screens = [screenOf(other), screenOf(holder)];
  const seen = await seeEnd(screens, () => end(holder));
  expect(seen).toMatchObject({ status: 200, ended: [{ ...screenOf(holder), reason }] });
  expect(seen.afterMs).toBeLessThan(AT_ONCE_MS);
  await report(other, 'complete', result);
  await cancelAll();
});

test('200 at once when an API key is revoked, only for its viewers', async () => {
  const holder = await startWatchable(app);
  const { apiKeyId } = await app.dependencies.apiKeys.create(app.accountId, { name: 'lost' });
  const url = await askForUrl(app, holder.taskId);
  await gateway.redeem(url, { api_key_id: apiKeyId }).expect(200);
  const screens = [screenOf(holder), { ...screenOf(holder), api_key_id: apiKeyId }];
  const seen = await seeEnd(screens, () => app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200));
  expect(seen).toMatchObject({ status: 200, ended: [{ ...screens[1], reason: 'key-revoked' }] });
  expect(seen.afterMs).toBeLessThan(AT_ONCE_MS);
  const { body } = await gateway.watch([{ ...screens[0], api_key_id: randomUUID() }], 0);
  expect(body.ended).toMatchObject([{ reason: 'key-revoked' }]);
  await report(holder, 'complete', result);
});

test('200 when the wait for a person has ended, only for viewers in control', async () => {
  const holder = await startWatchable(app);
  const waitId = await beginWait(app, holder);
  const screens = [screenOf(holder, 'view'), screenOf(holder, 'control')];
  const seen = await seeEnd(screens, () =>
    app.dependencies.humanWaits.end(holder, waitId, 'ended'),
  );
  const ended = [{ ...screenOf(holder, 'control'), reason: 'control-ended' }];
  expect(seen).toMatchObject({ status: 200, ended });
  expect(seen.afterMs).toBeLessThan(AT_ONCE_MS);
  await report(holder, 'complete', result);
});

test('200 at once for what has already ended: another attempt, an unknown task', async () => {
  const holder = await startWatchable(app);
  const unknown = { task_id: randomUUID(), lease_epoch: 1, mode: 'view' };
  const stale = { ...screenOf(holder), lease_epoch: 99 };
  const { body } = await gateway.watch([unknown, screenOf(holder), stale], 20).expect(200);
  expect(body).toEqual({
    ended: [
      { ...unknown, reason: 'lost' },
      { ...stale, reason: 'lost' },
    ],
  });
  await report(holder, 'complete', result);
});

test('200 with an empty list when all continue for the whole time, or when nothing is watched', async () => {
  const holder = await startWatchable(app);
  const startedAt = performance.now();
  const { body } = await gateway.watch([screenOf(holder)], 0.3).expect(200);
  expect(body).toEqual({ ended: [] });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
  expect((await gateway.watch([], 0).expect(200)).body).toEqual({ ended: [] });
  await report(holder, 'complete', result);
});

test('200 at once when the server drains', async () => {
  const drain = new AbortController();
  await using draining = await startTestApp({ draining: drain.signal });
  const holder = await startWatchable(draining);
  const open = speakGateway(draining)
    .watch([screenOf(holder)], 20)
    .expect(200);
  // supertest sends a request only when it is awaited.
  const answer = open.then(({ body }) => body);
  await speakGateway(draining).watch([], 0).expect(200);
  drain.abort();
  expect(await answer).toEqual({ ended: [] });
});

test('200 for the maximum number of screens of a gateway, and 422 for more', async () => {
  const holder = await startWatchable(app);
  const many = Array.from({ length: 1_999 }, () => screenOf(holder));
  const gone = { task_id: randomUUID(), lease_epoch: 1, mode: 'view' };
  const { body } = await gateway.watch([...many, gone], 20).expect(200);
  expect(body.ended).toEqual([{ ...gone, reason: 'lost' }]);
  await gateway.watch([...many, gone, gone], 0).expect(422);
  await report(holder, 'complete', result);
});

test('401 without the token', async () => {
  await supertest(app.app).post('/gateway/v1/screens/watch').send({}).expect(401);
});

async function cancelAll(): Promise<void> {
  const statuses = ['queued', 'allocated', 'running'];
  await app.post('/api/v1/tasks/cancel', { statuses }).expect(200);
}
