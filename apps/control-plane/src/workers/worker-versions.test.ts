import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { registrationTokenOf, workerToken } from '../testing/enrol-worker.ts';
import { gatewayToken } from '../testing/start-test-app.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp({ workerProtocol: { version: 3, minVersion: 2 } });
const worker = speakWorker(app);
const versions = { protocol: 3, min_protocol: 2 };
const claim = { worker_id: workerId, wait_seconds: 0 };

test('registers every worker, and reports the versions that the control plane speaks', async () => {
  const { body } = await supertest(app.app)
    .post('/worker/v1/registrations')
    .auth(workerToken, { type: 'bearer' })
    .send({ worker_id: 'new', worker_version: '0.0.9', protocol: 1 })
    .expect(201);
  expect(body).toMatchObject(versions);
  const { rows } = await app.database.pool.query(
    `SELECT version, protocol FROM workers WHERE id = 'new'`,
  );
  expect(rows).toEqual([{ version: '0.0.9', protocol: 1 }]);
});

test('gives tasks to workers of the oldest supported version, but not to older ones', async () => {
  await app.submit();
  for (const tooOld of [undefined, 1]) {
    await worker.enrol({ protocol: tooOld });
    await worker.post('/claims', claim).expect(204);
    const { body } = await worker.post('/bell', claim).expect(200);
    expect(body).toEqual({ rung: false, ...versions, draining: false });
  }
  await worker.enrol({ protocol: 2 });
  const { body } = await worker.post('/claims', claim).expect(200);
  expect(body).toMatchObject({ lease: { lease_epoch: 1 }, ...versions });
  // A worker that has become too old may still end what it holds.
  await worker.enrol({ protocol: 1 });
  await worker.report(body.lease, 'release', { reason: 'drain' }).expect(200);
});

test('judges a worker by its own version, even if it replaces another one with its id', async () => {
  const own = { worker_id: 'replaced' };
  const register = async (protocol: number): Promise<string> => {
    const post = supertest(app.app).post('/worker/v1/registrations');
    const { body } = await post.auth(workerToken, { type: 'bearer' }).send({ ...own, protocol });
    return body.token;
  };
  const claimAs = (token: string) =>
    supertest(app.app)
      .post('/worker/v1/claims')
      .auth(token, { type: 'bearer' })
      .send({ ...claim, ...own });
  await app.submit();
  const old = await register(1);
  await claimAs(old).expect(204);
  const newer = await register(3);
  await claimAs(old).expect(401);
  // Back to the older version: what the newer one reported no longer counts.
  const older = await register(1);
  await claimAs(newer).expect(401);
  await claimAs(older).expect(204);
  const { body } = await claimAs(await register(2)).expect(200);
  expect(body).toMatchObject({ lease: { lease_epoch: expect.any(Number) }, ...versions });
});

test('holds the claim of an outdated worker for its whole wait', async () => {
  await worker.enrol({ protocol: 1 });
  const startedAt = performance.now();
  await worker.post('/claims', { ...claim, wait_seconds: 1 }).expect(204);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999);
});

test('does not store unknown members of a report', async () => {
  await worker.enrol({ protocol: 3 });
  await app.submit();
  const lease = await worker.claim();
  const newer_member = 'of a newer worker';
  await worker.report(lease, 'start', { newer_member }).expect(200);
  const started_at = '2026-03-02T09:15:00.000Z';
  const step = { sequence: 0, node_path: 'nodes[0]', kind: 'hover', started_at, duration_ms: 1 };
  const means = [{ kind: 'command', outcome: 'done', newer_member }];
  const steps = [{ ...step, outcome: 'done', means, newer_member }];
  await worker.report(lease, 'steps', { steps, newer_member }).expect(200);
  const output_data = [{ text: 'Shipped', newer_member }, { json_data: { newer_member } }];
  const result = { output_data, for_loop_status: [], newer_member };
  await worker.report(lease, 'complete', result).expect(200);
  const { body } = await app.get(`/api/v1/tasks/${lease.task_id}`).expect(200);
  expect(body.task.output_data).toEqual([{ text: 'Shipped' }, { json_data: { newer_member } }]);
  expect(JSON.stringify(body.task.steps)).not.toContain(newer_member);
});

test('checks known members next to unknown ones, which it tolerates nowhere else', async () => {
  const { body } = await worker.post('/claims', { ...claim, wait_seconds: '1', newer: 1 });
  expect(body.error.message).toMatch(/wait_seconds/);
  expect(body.error.message).not.toMatch(/newer/);
  await app.post('/api/v1/workspaces', { name: 'one', newer: 1 }).expect(422);
  await supertest(app.app)
    .post('/gateway/v1/tickets/redeem')
    .auth(gatewayToken, { type: 'bearer' })
    .send({ newer: 1 })
    .expect(422);
  await supertest(app.app)
    .post('/worker/v1/claims?newer=1')
    .auth(registrationTokenOf(workerId), { type: 'bearer' })
    .send(claim)
    .expect(422);
});
