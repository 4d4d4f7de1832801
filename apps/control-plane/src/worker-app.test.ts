import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from './app.ts';
import { recordLogs } from './testing/record-logs.ts';
import { registrationTokenOf, workerId } from './testing/enrol-worker.ts';
import { gatewayToken, orderSubmission } from './testing/start-test-app.ts';
import { useTestApp } from './testing/use-test-app.ts';
import { createWorkerApp } from './worker-app.ts';

const app = await useTestApp();

const { logger } = recordLogs();
const options = { logger, validateResponses: true };
const claims = { worker_id: workerId, wait_seconds: 0 };
const heartbeat = { worker_id: workerId, leases: [] };

test('serves neither claims nor the worker token on the public listener', async () => {
  const client = supertest(createApp(app.dependencies, { ...options, gatewayToken }));
  const send = (path: string) =>
    client.post(path).auth(registrationTokenOf(workerId), { type: 'bearer' });
  const { body } = await send('/worker/v1/claims').send(claims).expect(404);
  expect(body.error.message).toMatch(/the worker protocol is served on WORKER_PORT/);
  await send('/worker/v1/heartbeats').send(heartbeat).expect(401);
  await send('/gateway/v1/screens/watch').send({}).expect(401);
});

test('serves a local inference server with its API key on the public listener', async () => {
  const client = supertest(createApp(app.dependencies, options));
  const submitted = await client
    .post('/api/v1/inference')
    .set({ 'x-api-key': app.apiKey, 'x-inference-target': 'local' })
    .send(orderSubmission)
    .expect(202);
  const { task_id, worker_id, lease_epoch, lease_secret } = submitted.body.lease;
  const { body } = await client
    .post('/worker/v1/heartbeats')
    .set('x-api-key', app.apiKey)
    .send({ worker_id, leases: [{ task_id, lease_epoch, lease_secret }] })
    .expect(200);
  expect(body.leases).toMatchObject([{ state: 'held' }]);
});

test('serves nothing but the worker protocol on the listener of workers', async () => {
  const client = supertest(createWorkerApp(app.dependencies, options));
  await client
    .post('/worker/v1/claims')
    .auth(registrationTokenOf(workerId), { type: 'bearer' })
    .send(claims)
    .expect(204);
  const withKey = { 'x-api-key': app.apiKey };
  await client.post('/worker/v1/heartbeats').set(withKey).send(heartbeat).expect(401);
  await client.get('/api/v1/tasks').set(withKey).expect(404);
  await client.get('/health/live').expect(404);
  await client
    .post('/gateway/v1/screens/watch')
    .auth(gatewayToken, { type: 'bearer' })
    .send({})
    .expect(404);
});
