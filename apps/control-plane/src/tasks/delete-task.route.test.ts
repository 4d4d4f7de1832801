import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { begin } from '../testing/begin.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const pathOf = (taskId: string) => `/api/v1/tasks/${taskId}`;

const app = await useTestApp();

// proves operation: deleteTask
test('200 deletes an ended task, but still counts its minutes and keeps its key', async () => {
  const worker = speakWorker(app);
  const headers = { 'idempotency-key': 'of-the-deleted-task' };
  const submit = () => app.post('/api/v1/inference', orderSubmission).set(headers).expect(202);
  const taskId = (await submit()).body.task_id;
  const lease = await claimOf(worker, taskId);
  await worker.report(lease, 'start').expect(200);
  const result = { output_data: [], for_loop_status: [] };
  await worker.report(lease, 'complete', result).expect(200);
  await app.database.pool.query(
    `UPDATE attempts SET allocated_at = ended_at - interval '90 minutes' WHERE task_id = $1`,
    [taskId],
  );
  const minutes = async () => {
    const { rows } = await app.database.pool.query('SELECT account_minutes($1) AS used', [
      app.accountId,
    ]);
    return Number(rows[0].used);
  };
  const before = await minutes();
  expect(before).toBeGreaterThanOrEqual(90);

  const { body } = await app.delete(pathOf(taskId)).expect(200);
  expect(body).toEqual({ success: true, message: 'The task is deleted.' });
  await app.get(pathOf(taskId)).expect(404);
  for (const part of ['/stream', '/events', '/queue', '/deliveries']) {
    await app.get(pathOf(taskId) + part).expect(404);
  }
  await app.get(`/api/v1/get_downloads?task_id=${taskId}`).expect(404);
  await app.delete(pathOf(taskId)).expect(404);
  expect(await minutes()).toBeCloseTo(before);
  expect((await submit()).body.task_id).toBe(taskId);
  expect(await app.database.prisma.task.count({ where: { id: taskId } })).toBe(0);
});

// proves operation: deleteTask
test('409 with what to do while the task waits or runs, or its result is being delivered', async () => {
  const taskId = await app.submit();
  const refused = async (code: string) => {
    const { headers, body } = await app.delete(pathOf(taskId)).expect(409);
    expect(headers['x-error-code']).toBe(code);
    return body.detail;
  };
  expect(await refused('task-open')).toMatch(
    /is still waiting in the queue: cancel it \(POST .*cancel\)/,
  );
  const worker = speakWorker(app);
  const lease = await claimOf(worker, taskId);
  await worker.report(lease, 'start').expect(200);
  expect(await refused('task-open')).toMatch(/is still running: cancel it/);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  const url = 'https://erp.example/in';
  await app.database.prisma.callbackDelivery.create({
    data: { taskId, accountId: app.accountId, url },
  });
  expect(await refused('result-pending')).toMatch(
    /is still being delivered: delete the task after/,
  );
  await app.database.prisma.callbackDelivery.updateMany({ data: { state: 'failed' } });
  await app.delete(pathOf(taskId)).expect(200);
});

test('409 when the delivery of the result is queued while the deletion waits', async () => {
  const taskId = await app.submit();
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
  await using end = await begin(app);
  // Locks the task, as its end does.
  await end.query('SELECT FROM tasks WHERE id = $1 FOR NO KEY UPDATE', [taskId]);
  const deletion = app.delete(pathOf(taskId)).then((answer) => answer);
  await untilBlocked(app.database, end, 'FROM tasks');
  await end.query(
    `INSERT INTO callback_deliveries (id, task_id, account_id, url)
     VALUES (gen_random_uuid(), $1, $2, 'https://erp.example/in')`,
    [taskId, app.accountId],
  );
  await end.query('commit');
  const { status, headers } = await deletion;
  expect([status, headers['x-error-code']]).toEqual([409, 'result-pending']);
  await app.get(pathOf(taskId)).expect(200);
});

// proves operation: deleteTask
test('404 for the task of another account, 401 without a key, 403 without the scope', async () => {
  const taskId = await app.submit();
  await app.post(`${pathOf(taskId)}/cancel`).expect(200);
  await app.delete(pathOf(taskId)).set('x-api-key', app.otherApiKey).expect(404);
  await app.delete(pathOf('none')).expect(404);
  await supertest(app.app).delete(pathOf(taskId)).expect(401);
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'reader',
    scopes: ['read', 'submit'],
  });
  await app.delete(pathOf(taskId)).set('x-api-key', key).expect(403);
  await app.get(pathOf(taskId)).expect(200);
});

/** Tasks of earlier tests may still be ahead of it. */
async function claimOf(worker: ReturnType<typeof speakWorker>, taskId: string) {
  for (;;) {
    const lease = await worker.claim();
    if (lease.task_id === taskId) return lease;
  }
}
