import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beginWait, readTicket, screen, startWatchable } from '../testing/speak-gateway.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { startTestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const ask = (taskId: string, query = '') => app.get(`/api/v1/tasks/${taskId}/stream${query}`);

test('200 returns an address with a ticket for this attempt of the task, a new one each time', async () => {
  const { taskId, leaseEpoch } = await startWatchable(app);
  const before = Date.now();
  const { body } = await ask(taskId).expect(200);
  const { body: second } = await ask(taskId, '?mode=view').expect(200);
  const { account_id, id } = await keyOfTest();

  expect(body).toMatchObject({ mode: 'view' });
  expect(body.stream_url).toMatch(`ws://127.0.0.1:8081/tasks/${taskId}?ticket=`);
  const ticket = readTicket(body.stream_url);
  const claims = { taskId, leaseEpoch, mode: 'view', accountId: account_id, apiKeyId: id };
  expect(ticket).toMatchObject(claims);
  expect(body.expires_at).toBe(ticket.expiresAt.toISOString());
  expect(ticket.expiresAt.getTime() - before).toBeGreaterThan(58_000);
  expect(ticket.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  expect(readTicket(second.stream_url).jti).not.toBe(ticket.jti);
});

test('200 grants control while the task waits for a person, 409 before and after', async () => {
  const holder = await startWatchable(app);
  const refused = await ask(holder.taskId, '?mode=control').expect(409);
  const waitId = await beginWait(app, holder);
  const { body } = await ask(holder.taskId, '?mode=control').expect(200);
  await app.dependencies.humanWaits.end(holder, waitId, 'ended');

  expect(refused.body).toEqual({
    detail: `Task "${holder.taskId}" is not waiting for a person: watch it with mode=view, and control it only while it waits.`,
  });
  expect(body.mode).toBe('control');
  expect(readTicket(body.stream_url).mode).toBe('control');
  await ask(holder.taskId, '?mode=control').expect(409);
});

test('401 without a key', async () => {
  const path = `/api/v1/tasks/${randomUUID()}/stream`;
  const { body } = await supertest(app.app).get(path).expect(401);
  expect(body).toEqual({ detail: expect.stringMatching(/API key is missing/) });
});

test('404 for a task of another account, and for an unknown one', async () => {
  const { taskId } = await startWatchable(app);
  const path = `/api/v1/tasks/${taskId}/stream`;
  const { body } = await supertest(app.app).get(path).set('x-api-key', app.otherApiKey).expect(404);
  expect(body).toEqual({ detail: `There is no task "${taskId}".` });
  await ask(randomUUID()).expect(404);
  await ask('no-uuid').expect(404);
});

test('409 explains why a task cannot be watched', async () => {
  const worker = speakWorker(app);
  await worker.enrol();
  const details: string[] = [];
  const note = async (taskId: string) => {
    const { body } = await ask(taskId).expect(409);
    details.push(body.detail.replace(taskId, 'ID'));
  };
  const taskId = await app.submit();
  await note(taskId);
  const lease = await worker.claim();
  await note(taskId);
  await worker.report(lease, 'start').expect(200);
  await note(taskId);
  const { pool } = app.database;
  await pool.query('UPDATE tasks SET is_local = true WHERE id = $1', [taskId]);
  await note(taskId);
  await pool.query('UPDATE tasks SET is_local = false WHERE id = $1', [taskId]);
  const result = { output_data: [], for_loop_status: [] };
  await worker.report(lease, 'complete', result).expect(200);
  await note(taskId);
  const cancelled = await app.submit();
  await app.post(`/api/v1/tasks/${cancelled}/cancel`).expect(200);
  await note(cancelled);

  expect(details).toEqual([
    'Task "ID" is queued: it can be watched once it is running.',
    'Task "ID" is starting: it can be watched once it is running.',
    'Task "ID" is running on a worker that shows no screens: it cannot be watched.',
    'Task "ID" is running on a local inference server that shows no screens: it cannot be watched.',
    'Task "ID" has ended (success): there is nothing to watch.',
    'Task "ID" has ended (cancelled): there is nothing to watch.',
  ]);
});

test('422 for an unknown mode', async () => {
  const { body } = await ask(randomUUID(), '?mode=watch').expect(422);
  expect(body.detail).toMatchObject([{ loc: ['query', 'mode'], type: 'enum' }]);
});

test('503 names the missing settings when the live view is not configured', async () => {
  await using without = await startTestApp({ hasLiveView: false });
  const { body } = await without.get(`/api/v1/tasks/${randomUUID()}/stream`).expect(503);
  expect(body).toEqual({
    detail: expect.stringMatching(/STREAM_PUBLIC_URL.*STREAM_SIGNING_KEYS.*GATEWAY_TOKEN/),
  });
});

test('shows the attempts of a worker that registers again once it sends a heartbeat', async () => {
  const { taskId, leaseEpoch } = await startWatchable(app, { hasScreen: false });
  await ask(taskId).expect(409);
  const worker = speakWorker(app);
  await worker.enrol({ screen });
  await ask(taskId).expect(409);
  const leases = [worker.renewal({ task_id: taskId, lease_epoch: leaseEpoch })];
  await worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  await ask(taskId).expect(200);
});

async function keyOfTest() {
  const { rows } = await app.database.pool.query(
    'SELECT id, account_id FROM api_keys WHERE account_id = $1',
    [app.accountId],
  );
  return rows[0];
}
