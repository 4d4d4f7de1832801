import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { registrationTokenOf, workerToken } from '../testing/enrol-worker.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);

test('200 rings each time the client cancels a task that the worker holds', async () => {
  const taskId = await app.submit();
  const lease = await worker.claim();
  for (let round = 0; round < 2; round += 1) {
    const rung = worker.post('/bell', { worker_id: workerId, wait_seconds: 20 });
    const [answer] = await Promise.all([rung, app.post(`/api/v1/tasks/${taskId}/cancel`)]);
    expect([answer.status, answer.body]).toEqual([
      200,
      { rung: true, protocol: 2, min_protocol: 1, draining: false },
    ]);
  }
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
});

test('200 reports no ring, even when a waiting task is cancelled', async () => {
  const taskId = await app.submit();
  const silence = worker.post('/bell', { worker_id: workerId, wait_seconds: 0.2 });
  const [answer] = await Promise.all([silence, app.post(`/api/v1/tasks/${taskId}/cancel`)]);
  expect([answer.status, answer.body]).toEqual([
    200,
    { rung: false, protocol: 2, min_protocol: 1, draining: false },
  ]);
});

test('200 rings when an operator drains the worker and when the drain ends', async () => {
  const { drains } = app.dependencies;
  const ring = async () => {
    const { body } = await worker.post('/bell', { worker_id: workerId, wait_seconds: 20 });
    return body;
  };
  const drain = drains.drain(workerId, { by: 'ann', reason: 'New kernel' });
  const [drained] = await Promise.all([ring(), drain]);
  expect(drained).toMatchObject({ rung: true, draining: true });
  // A restarted worker learns of the drain from its registration.
  const registered = await supertest(app.app)
    .post('/worker/v1/registrations')
    .auth(workerToken, { type: 'bearer' })
    .send({ worker_id: workerId })
    .expect(201);
  expect(registered.body.draining).toBe(true);
  await worker.enrol();
  const [resumed] = await Promise.all([ring(), drains.resume(workerId)]);
  expect(resumed).toMatchObject({ rung: true, draining: false });
});

test('401 without the token, 400 and 415 for a non-JSON body, 422 for too long a wait', async () => {
  await call().send({ worker_id: workerId, wait_seconds: 0 }).expect(401);
  const known = () => call().auth(registrationTokenOf(workerId), { type: 'bearer' });
  await known().set('content-type', 'application/json').send('{').expect(400);
  await known().set('content-type', 'text/plain').send('ring').expect(415);
  const { body } = await worker.post('/bell', { worker_id: workerId, wait_seconds: 31 });
  expect(body.error).toMatchObject({
    code: 'invalid-request',
    message: expect.stringContaining('wait_seconds'),
  });
});

function call(): supertest.Test {
  return supertest(app.app).post('/worker/v1/bell');
}
