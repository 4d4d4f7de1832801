import { beforeEach, expect, test } from '@jest/globals';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const result = { output_data: [], for_loop_status: [] };
const counts = { calls: 2, input_tokens: 20, output_tokens: 10, cost_usd: 0.5 };
const modelUsage = { ...counts, models: [{ model: 'openai/gpt-5', ...counts }] };
const error = { class: 'browser_crashed', message: 'Gone.', retry: 'infrastructure' };

const app = await useTestApp();

const worker = speakWorker(app);
let taskId: string;
beforeEach(async () => {
  taskId = await app.submit();
});

test.each([
  ['fail', { ...result, error }],
  ['release', { reason: 'drain' }],
])('200 of %s stores the model usage for the next attempt and the client', async (name, report) => {
  const first = await worker.claim();
  expect(first).toMatchObject({ task: { model_usage: null } });
  await worker.report(first, name, { ...report, model_usage: modelUsage }).expect(200);
  const second = await worker.claim();
  expect(second).toMatchObject({ task: { model_usage: modelUsage } });
  const more = { ...modelUsage, calls: 3, cost_usd: null };
  await worker.report(second, 'complete', { ...result, model_usage: more }).expect(200);
  // A repeated report, or a late one under the old lease, changes nothing.
  await worker.report(second, 'complete', { ...result, model_usage: modelUsage }).expect(200);
  await worker.report(first, 'complete', { ...result, model_usage: modelUsage }).expect(409);
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task.model_usage).toEqual(more);
});

test('200 for heartbeats keeps the model usage of an attempt that lost its lease', async () => {
  const first = await worker.claim();
  const beat = (lease: typeof first, more: object) => {
    const leases = [{ ...worker.renewal(lease), ...more }];
    return worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  };
  await beat(first, { model_usage: modelUsage });
  await beat(first, {});
  await app.database.pool.query(
    "UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = $1",
    [taskId],
  );
  await app.dependencies.leases.takeBackLost();
  const second = await worker.claim();
  expect(second).toMatchObject({ task: { model_usage: modelUsage } });
  // This is too late: the task is now leased to another attempt.
  await beat(first, { model_usage: { ...modelUsage, calls: 9 } });
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(body.task.model_usage).toEqual(modelUsage);
});

test('422 for an impossible model usage', async () => {
  const lease = await worker.claim();
  const wrong = { ...result, model_usage: { ...modelUsage, calls: -1 } };
  await worker.report(lease, 'complete', wrong).expect(422);
});

test('200 for costs whose sum would be infinite', async () => {
  await app.submit();
  const costly = { ...modelUsage, cost_usd: 1.7e308 };
  for (const _ of [1, 2]) {
    const lease = await worker.claim();
    await worker.report(lease, 'complete', { ...result, model_usage: costly }).expect(200);
  }
  const { body } = await app.get('/api/v1/statistics').expect(200);
  expect(body.total.model_cost_usd).toBeGreaterThan(1e12);
});
