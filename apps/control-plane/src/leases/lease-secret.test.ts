import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { speakWorker, workerId, wrongSecret } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);

const wait = { wait_id: randomUUID() };
const ended = { output_data: [], for_loop_status: [] };
const file = { filename: 'a.txt', kind: 'download', content_type: 'text/plain', size: 1 };
const step = {
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'hover',
  outcome: 'done',
  started_at: '2026-03-02T09:15:00.000Z',
  duration_ms: 1,
};
const place = { node_path: 'nodes[0]', page_url: 'https://portal.example/' };
const error = { class: 'internal', message: 'It broke.', retry: 'never' };

/** Every call that needs a lease. */
const calls: readonly (readonly [name: string, body: object])[] = [
  ['start', {}],
  ['steps', { steps: [step] }],
  ['artifacts', { artifacts: [file] }],
  ['artifacts/confirm', { artifact_ids: [randomUUID()] }],
  ['input-files', {}],
  ['secrets', { name: 'code', index: 0, origin: 'https://portal.example' }],
  [
    'messages',
    {
      action: {
        type: 'email_two_fa_action',
        receiver_email_address: 'codes@acme.example',
        sender_email_address: 'no-reply@portal.example',
      },
      since: '2026-03-02T09:14:02.000Z',
      until: '2026-03-02T09:19:02.000Z',
    },
  ],
  ['human-wait', { ...wait, ...place, max_wait_seconds: 60 }],
  ['human-answer', { ...wait, wait_seconds: 0 }],
  ['human-wait/end', { ...wait, outcome: 'ended' }],
  ['complete', ended],
  ['fail', { ...ended, error }],
  ['release', { reason: 'drain' }],
];

// proves operation: worker *
test.each(calls)('409 for %s with the secret of another lease', async (name, body) => {
  const taskId = await app.submit();
  const lease = await worker.claim();
  const other = await app.submit();
  const { lease_secret: foreign } = await worker.claim();
  const answers = [];
  for (const lease_secret of [wrongSecret, foreign]) {
    const answer = await worker.report({ ...lease, lease_secret }, name, body).expect(409);
    answers.push(answer.body);
  }
  const message = expect.stringMatching(/^Lease 1 of task ".+" is no longer held/);
  expect(answers).toEqual(answers.map(() => ({ error: { code: 'lease-lost', message } })));
  const { body: shown } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(shown.task).toMatchObject({ status: 'allocated', steps: [], output_data: [] });
  for (const id of [taskId, other]) await endTask(id);
});

test('409 for a repeated report with the secret of an older attempt', async () => {
  const taskId = await app.submit();
  const first = await worker.claim();
  await worker.report(first, 'release', { reason: 'drain' }).expect(200);
  const second = await worker.claim();
  await worker
    .report({ ...second, lease_secret: first.lease_secret }, 'complete', ended)
    .expect(409);
  await worker.report(second, 'complete', ended).expect(200, { status: 'success' });
  await worker.report(second, 'complete', ended).expect(200, { status: 'success' });
  await worker.report({ ...second, lease_secret: wrongSecret }, 'complete', ended).expect(409);
  expect(first.task_id).toBe(taskId);
});

// proves operation: heartbeatLeases
test('a heartbeat without the secret of a lease does not renew it', async () => {
  const taskId = await app.submit();
  const lease = await worker.claim();
  const expiry = async (): Promise<Date | null | undefined> =>
    (await app.database.prisma.task.findUnique({ where: { id: taskId } }))?.leaseExpiresAt;
  const before = await expiry();
  const leases = [{ ...worker.renewal(lease), lease_secret: wrongSecret }];
  const { body } = await worker.post('/heartbeats', { worker_id: workerId, leases }).expect(200);
  expect(body.leases).toMatchObject([{ state: 'lost', expires_at: null }]);
  expect(await expiry()).toEqual(before);
  await endTask(taskId);
});

test('does not store lease secrets in plain text', async () => {
  const taskId = await app.submit();
  const { lease_secret: secret } = await worker.claim();
  const { rows } = await app.database.pool.query<{ row: string }>(
    `SELECT to_jsonb(a)::text || to_jsonb(t)::text AS row FROM attempts a JOIN tasks t ON t.id = a.task_id
     WHERE t.id = $1`,
    [taskId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(secret);
  expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'));
  await endTask(taskId);
});

async function endTask(taskId: string): Promise<void> {
  await app.database.pool.query(
    `UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE id = $1`,
    [taskId],
  );
  await app.post(`/api/v1/tasks/${taskId}/cancel`);
  await app.dependencies.leases.takeBackLost();
}
