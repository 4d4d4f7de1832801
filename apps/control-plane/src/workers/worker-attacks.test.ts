import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type supertest from 'supertest';
import { registrationTokenOf, workerToken } from '../testing/enrol-worker.ts';
import { openPools } from '../testing/open-pools.ts';
import { screen, speakGateway } from '../testing/speak-gateway.ts';
import { speakWorker, type WorkerClient, workerId, wrongSecret } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const evilId = 'worker-evil';
const evilScreen = { address: '203.0.113.66:5900', key: Buffer.alloc(32, 6).toString('base64') };
const ended = { output_data: [{ json_data: { forged: true } }], for_loop_status: [] };
const step = {
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'hover',
  outcome: 'done',
  started_at: '2026-03-02T09:15:00.000Z',
  duration_ms: 1,
};
const file = { filename: 'a.txt', kind: 'download', content_type: 'text/plain', size: 1 };
const error = { class: 'internal', message: 'It broke.', retry: 'never' };
const writes: readonly (readonly [string, object])[] = [
  ['start', {}],
  ['steps', { steps: [step] }],
  ['artifacts', { artifacts: [file] }],
  ['secrets', { name: 'code', index: 0, origin: 'https://portal.example' }],
  ['complete', ended],
  ['fail', { ...ended, error }],
  ['release', { reason: 'drain' }],
];

const app = await useTestApp();
const { send, register, openPool } = openPools(app);
const victim = speakWorker(app);
const evil = speakWorker(app, evilId);
let lease: Awaited<ReturnType<WorkerClient['claim']>>;
const results: string[] = [];
beforeEach(async () => {
  await app.database.pool.query(
    'DELETE FROM tasks; DELETE FROM login_queues; DELETE FROM pgboss.job',
  );
  await victim.enrol({ screen });
  await evil.enrol();
  await app.submit();
  lease = await victim.claim();
  await victim.report(lease, 'start').expect(200);
});
afterAll(() => {
  process.stderr.write(`attacks of workers:\n${results.join('\n')}\n`);
});

const claim = { worker_id: evilId, wait_seconds: 0 };

/**
 * Returns the address that a gateway gets for a viewer of the victim's task, or why it gets none.
 */
async function addressForViewer(): Promise<string> {
  const asked = await app.get(`/api/v1/tasks/${lease.task_id}/stream`);
  if (asked.status === 409) return asked.body.detail;
  const { body } = await speakGateway(app).redeem(asked.body.stream_url);
  return `${body.host}:${body.port}`;
}

interface Attack {
  readonly name: string;
  readonly answer: number;
  readonly code?: string;
  readonly run: () => Promise<supertest.Response> | supertest.Test;
}

const inTheNameOfTheVictim = writes.map(([name, body]): Attack => ({
  name: `${name} in the name of the victim, with its lease secret`,
  answer: 401,
  run: () => evil.report(lease, name, { worker_id: workerId, ...body }),
}));
const underItsOwnName = writes.map(([name, body]): Attack => ({
  name: `${name} on the task of the victim, with its lease secret`,
  answer: 409,
  code: 'lease-lost',
  run: () => evil.report(lease, name, body),
}));
const asNewVictim = writes.map(([name, body]): Attack => ({
  name: `${name} after registering the victim's ID again, without its lease secret`,
  answer: 409,
  code: 'lease-lost',
  run: async () => {
    const { body: made } = await register(workerToken, { worker_id: workerId }).expect(201);
    const { task_id, lease_epoch } = lease;
    const held = { worker_id: workerId, lease_epoch, lease_secret: wrongSecret };
    return send(`tasks/${task_id}/${name}`, made.token, { ...held, ...body });
  },
}));
const attacks: readonly Attack[] = [
  {
    name: 'heartbeat in the name of the victim with another screen',
    answer: 401,
    run: () => evil.post('/heartbeats', { worker_id: workerId, leases: [], screen: evilScreen }),
  },
  {
    name: 'heartbeat in the name of the victim',
    answer: 401,
    run: () => evil.post('/heartbeats', { worker_id: workerId, leases: [victim.renewal(lease)] }),
  },
  {
    name: 'its own heartbeat with a screen other than the registered one',
    answer: 200,
    run: () => evil.post('/heartbeats', { worker_id: evilId, leases: [], screen: evilScreen }),
  },
  {
    name: 'bell of the victim',
    answer: 401,
    run: () => evil.post('/bell', { worker_id: workerId, wait_seconds: 0 }),
  },
  {
    name: 'claim in the name of the victim',
    answer: 401,
    run: () => evil.post('/claims', { ...claim, worker_id: workerId }),
  },
  {
    name: 'claim with labels of its choice, which are ignored',
    answer: 204,
    async run() {
      const { token } = await openPool('fixed');
      await app.submit();
      const wanted = { ...claim, worker_id: 'worker-of-fixed', labels: ['default'] };
      return send('claims', token, wanted);
    },
  },
  {
    name: 'goodbye in the name of the victim',
    answer: 401,
    run: () => evil.post('/registrations/end', { worker_id: workerId }),
  },
  {
    name: 'registration for a label that the pool does not have',
    answer: 403,
    code: 'label-not-in-pool',
    async run() {
      const { poolToken } = await openPool('labels');
      return register(poolToken, { worker_id: evilId, labels: ['other', 'default'] });
    },
  },
  {
    name: "registration of the victim's id through another pool",
    answer: 409,
    code: 'worker-id-taken',
    async run() {
      const { poolToken } = await openPool('ids');
      return register(poolToken, { worker_id: workerId, screen: evilScreen });
    },
  },
  {
    name: 'registration under the id of a local inference server',
    answer: 422,
    run: () => register(workerToken, { worker_id: `local.${app.accountId}.desk` }),
  },
  {
    name: 'claim of work for other labels',
    answer: 204,
    async run() {
      await app.submit();
      const { token } = await openPool('others');
      return send('claims', token, { ...claim, worker_id: 'worker-of-others' });
    },
  },
  {
    name: 'claim with the token of the pool',
    answer: 401,
    run: () => send('claims', workerToken, claim),
  },
  {
    name: 'registration with the token of a registration',
    answer: 401,
    run: () => register(registrationTokenOf(evilId), { worker_id: evilId }),
  },
  {
    name: 'missing lease secret',
    answer: 422,
    run: () =>
      victim.post(`/tasks/${lease.task_id}/complete`, {
        worker_id: workerId,
        lease_epoch: lease.lease_epoch,
        ...ended,
      }),
  },
  {
    name: 'wrong lease secret',
    answer: 409,
    code: 'lease-lost',
    run: () => victim.report({ ...lease, lease_secret: wrongSecret }, 'complete', ended),
  },
  ...inTheNameOfTheVictim,
  ...underItsOwnName,
  ...asNewVictim,
];

// proves operation: worker *
test.each(attacks)('$answer for $name', async ({ name, answer, code, run }) => {
  const { status, body } = await run();
  results.push(`${status} ${body?.error?.code ?? '-'}  ${name}`);
  expect([status, code ?? body?.error?.code]).toEqual([answer, body?.error?.code]);
  // The attack has changed nothing.
  const { body: shown } = await app.get(`/api/v1/tasks/${lease.task_id}`).expect(200);
  expect(shown.task).toMatchObject({ status: 'running', steps: [], output_data: [] });
  expect(await addressForViewer()).toMatch(/^fd00::7:5907$|on a worker that shows no screens/);
});

test('409 for the lease secret of an older epoch', async () => {
  await victim.report(lease, 'release', { reason: 'drain' }).expect(200);
  const again = await victim.claim();
  const old = { ...again, lease_secret: lease.lease_secret };
  await victim.report(old, 'complete', ended).expect(409);
});

test('does not give a gateway a screen that an attacker registered as the victim', async () => {
  expect(await addressForViewer()).toBe('fd00::7:5907');
  const taken = { worker_id: workerId, screen: evilScreen };
  const { body: made } = await register(workerToken, taken).expect(201);
  const url = app.get(`/api/v1/tasks/${lease.task_id}/stream`);
  expect((await url.expect(409)).body.detail).toMatch(/shows no screens/);
  const { task_id, lease_epoch } = lease;
  const leases = [{ task_id, lease_epoch, lease_secret: wrongSecret }];
  await send('heartbeats', made.token, { worker_id: workerId, leases }).expect(200);
  await app.get(`/api/v1/tasks/${lease.task_id}/stream`).expect(409);

  // The victim registers again, still holds its lease, and can be watched again.
  await victim.enrol({ screen });
  const renewed = { worker_id: workerId, leases: [victim.renewal(lease)] };
  const { body } = await victim.post('/heartbeats', renewed).expect(200);
  expect(body.leases).toMatchObject([{ state: 'held' }]);
  expect(await addressForViewer()).toBe('fd00::7:5907');
  await victim.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
});

test('does not show a screen for a lease whose registration has expired', async () => {
  await app.database.pool.query('UPDATE workers SET expires_at = now() WHERE id = $1', [workerId]);
  await victim.report(lease, 'complete', ended).expect(401);
  await app.get(`/api/v1/tasks/${lease.task_id}/stream`).expect(409);
});
