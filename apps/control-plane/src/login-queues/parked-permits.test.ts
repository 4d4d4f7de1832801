import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Lease } from '../leases/lease.ts';
import { assertWholeQueue } from '../testing/check-queue.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

afterEach(() => assertWholeQueue(stores.database));

test('starts a plain task once the dedicated one before it has a session', async () => {
  const two = { per_login_parallelism: 2 };
  await submit('ann', { ...two, is_dedicated: true });
  const first = await claimNow(stores.leases);
  const dedicated = await submit('ann', { ...two, is_dedicated: true });
  const plain = await submit('ann', two);
  // The portal has one session: the dedicated task waits for it, and the plain task waits its turn
  // behind the dedicated one.
  expect(await claimNow(stores.leases)).toBeUndefined();
  await keep(first);
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: dedicated });
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({ taskId: plain });
});

test('closes a session whose permit is withdrawn while another login waits', async () => {
  await submit('ann', { is_dedicated: true });
  const first = await claimNow(stores.leases);
  await keep(first);
  const plain = await submit('ann');
  const waiting = await submit('bob', { is_dedicated: true });
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  await stores.tasks.cancel(accountId, plain);
  const sessionId = first?.session?.sessionId ?? '';
  expect(await stores.sessions.renew('worker-1', [sessionId])).toMatchObject([
    { state: 'closing' },
  ]);
  await stores.sessions.end('worker-1', sessionId);
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({ taskId: waiting });
});

test('closes a session whose worker leaves its permit unused, and moves the permit', async () => {
  await submit('ann', { is_dedicated: true });
  const first = await claimNow(stores.leases);
  await keep(first);
  const next = await submit('ann', { is_dedicated: true });
  expect(await stores.sessions.closeIdle(300)).toBe(0);
  await stores.database.pool.query(
    `UPDATE warm_sessions SET idle_since = now() - interval '301 s'`,
  );
  expect(await stores.sessions.closeIdle(300)).toBe(1);
  expect(await claimNow(stores.leases)).toBeUndefined();
  await stores.sessions.end('worker-1', first?.session?.sessionId ?? '');
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({ taskId: next });
});

async function submit(login: string, more: Partial<SubmittedTask> = {}): Promise<string> {
  return (await stores.tasks.submit(accountId, orderOf(login, more))).taskId;
}

async function keep(lease: Lease | undefined): Promise<void> {
  await stores.leases.complete(holderOf(lease), { ...noResult, session: 'kept' });
}
