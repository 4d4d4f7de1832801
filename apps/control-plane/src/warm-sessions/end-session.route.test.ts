import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const result = { output_data: [{ text: 'INV-1' }], for_loop_status: [] };
const dedicated = { ...orderSubmission, is_dedicated: true };

const app = await useTestApp();
const worker = speakWorker(app);
beforeEach(async () => {
  await app.database.pool.query(
    `DELETE FROM tasks; DELETE FROM warm_sessions; DELETE FROM login_queues; DELETE FROM pgboss.job`,
  );
});

// proves operation: claimTask
test('200 for a claim reuses a warm session that was kept and renewed', async () => {
  const claim = { worker_id: workerId, wait_seconds: 0 };
  await app.post('/api/v1/inference', dedicated).expect(202);
  const first = await worker.post('/claims', claim).expect(200);
  const { session_id } = first.body.lease.session;
  expect(first.body).toMatchObject({ lease: { session: { is_new: true } }, close_sessions: [] });
  await worker.report(first.body.lease, 'complete', { ...result, session: 'kept' }).expect(200);

  const unknown = randomUUID();
  const heartbeat = { worker_id: workerId, leases: [], sessions: [session_id, unknown] };
  const { body } = await worker.post('/heartbeats', heartbeat).expect(200);
  expect(body.sessions).toEqual([
    { session_id, state: 'held' },
    { session_id: unknown, state: 'lost' },
  ]);
  await app.post('/api/v1/inference', dedicated).expect(202);
  const second = await worker.post('/claims', claim).expect(200);
  expect(second.body.lease.session).toEqual({ session_id, is_new: false });
});

// proves operation: endSession
test('204 for ending a session, even one that is gone; its login gets a new one', async () => {
  await app.post('/api/v1/inference', dedicated).expect(202);
  const lease = await worker.claim();
  await worker.report(lease, 'complete', { ...result, session: 'kept' }).expect(200);
  const [session] = await app.database.prisma.warmSession.findMany();
  for (const sessionId of [session?.id, session?.id, 'no-uuid']) {
    const end = { worker_id: workerId, reason: 'drain' };
    await worker.post(`/sessions/${sessionId}/end`, end).expect(204);
  }
  await app.post('/api/v1/inference', dedicated).expect(202);
  expect(await worker.claim()).toMatchObject({ session: { is_new: true } });
});

test('422 for ending a session without a reason', async () => {
  await worker.post(`/sessions/${randomUUID()}/end`, { worker_id: workerId }).expect(422);
});
