import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Lease } from '../leases/lease.ts';
import { assertWholeQueue } from '../testing/check-queue.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';

const failure = { ...noResult, errorClass: 'assertion_failed', message: 'Not paid.' };
const { signal } = new AbortController();

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

afterEach(() => assertWholeQueue(stores.database));

test('gives the next task of a login to the worker that keeps its session', async () => {
  await submit('ann');
  const first = await claimNow(stores.leases);
  expect(first?.session).toEqual({ sessionId: expect.any(String), isNew: true });
  await submit('ann');
  await keep(first);
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  const second = await claimNow(stores.leases);
  expect(second?.session).toEqual({ sessionId: sessionOf(first), isNew: false });
});

test('gives a later task to the idle session and wakes its worker', async () => {
  const session = await keepSession('ann');
  const waiting = [1, 2].map((n) =>
    stores.leases.claim({ workerId: `worker-${n}`, waitSeconds: n === 1 ? 20 : 1, signal }),
  );
  await submit('ann');
  const [own, other] = await Promise.all(waiting);
  expect(own?.session).toEqual({ sessionId: session, isNew: false });
  expect(other).toBeUndefined();
});

test('does not create a session for a task that is not dedicated', async () => {
  await stores.tasks.submit(accountId, orderOf('ann'));
  expect(await claimNow(stores.leases)).toMatchObject({ session: null, closeSessions: [] });
});

test.each([
  [
    'a report that drops the session',
    (holder: Holder) => stores.leases.complete(holder, { ...noResult, session: 'closed' }),
  ],
  ['a report without a session', (holder: Holder) => stores.leases.complete(holder, noResult)],
  ['a release', (holder: Holder) => stores.leases.release(holder)],
  ['a lost lease', lose],
])('drops the session with %s', async (_how, end) => {
  await submit('ann');
  await end(holderOf(await claimNow(stores.leases)));
  expect(await stores.database.prisma.warmSession.count()).toBe(0);
});

test('keeps the login of a cancelled task in use until its kept browser is gone', async () => {
  const { taskId } = await submit('ann');
  const first = await claimNow(stores.leases);
  const next = await submit('ann');
  await cancelAndKeep(holderOf(first));
  expect(await stores.database.prisma.task.findUnique({ where: { id: taskId } })).toMatchObject({
    status: 'cancelled',
  });
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  const session = sessionOf(first) ?? '';
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'closing' }]);
  await stores.sessions.end('worker-1', session);
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({
    taskId: next.taskId,
    session: { isNew: true },
  });
});

test('drops the kept session of a cancelled task when its worker has died', async () => {
  await submit('ann');
  const first = await claimNow(stores.leases);
  await cancelAndKeep(holderOf(first));
  await stores.database.pool.query(`UPDATE warm_sessions SET expires_at = now() - interval '1 s'`);
  expect(await stores.sessions.dropLost()).toEqual([sessionOf(first)]);
});

test('drops other lost sessions while someone holds the row of one', async () => {
  const { pool } = stores.database;
  const sessions: string[] = [];
  for (const [login, workerId] of [
    ['ann', 'worker-1'],
    ['bob', 'worker-2'],
  ] as const) {
    await submit(login, 2);
    const claimed = await claimNow(stores.leases, workerId);
    await cancelAndKeep(holderOf(claimed, workerId));
    sessions.push(sessionOf(claimed) ?? '');
  }
  const [held = '', free] = sessions;
  await pool.query(`UPDATE warm_sessions SET expires_at = now() - interval '1 s'`);
  const failures: unknown[] = [];
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM warm_sessions WHERE id = $1 FOR UPDATE', [held]);
  const dropped = await stores.sessions.dropLost(0, (id) => failures.push(id));
  await connection.query('ROLLBACK');
  connection.release();
  expect([dropped, failures]).toEqual([[free], [held]]);
  expect(await stores.sessions.dropLost()).toEqual([held]);
});

test('keeps the session when the claim that would have used it never reached its worker', async () => {
  const session = await keepSession('ann');
  await submit('ann');
  const unclaimed = await claimNow(stores.leases);
  if (!unclaimed) throw new Error('There was no work.');
  await stores.leases.returnUnclaimed({ ...unclaimed, workerId: 'worker-1' });
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'held' }]);
  const claimed = await claimNow(stores.leases);
  expect(claimed).toMatchObject({
    taskId: unclaimed.taskId,
    session: { sessionId: session, isNew: false },
  });
  await stores.leases.release(holderOf(claimed));

  // A browser that was never started cannot be kept.
  const fresh = await claimNow(stores.leases);
  expect(fresh?.session?.isNew).toBe(true);
  await stores.leases.returnUnclaimed({ ...unclaimed, ...fresh, workerId: 'worker-1' });
  expect(await stores.sessions.renew('worker-1', [sessionOf(fresh)])).toMatchObject([
    { state: 'lost' },
  ]);
});

test('keeps the session after a failure and reuses it for the retry', async () => {
  await submit('ann');
  const first = await claimNow(stores.leases);
  await stores.leases.fail(holderOf(first), {
    ...failure,
    retry: 'infrastructure',
    session: 'kept',
  });
  const second = await claimNow(stores.leases);
  expect(second).toMatchObject({
    taskId: first?.taskId,
    session: { sessionId: sessionOf(first), isNew: false },
  });
});

test('closes the session of a login before a task that is not dedicated', async () => {
  const session = await keepSession('ann');
  await stores.tasks.submit(accountId, orderOf('ann'));
  const lease = await claimNow(stores.leases);
  expect(lease).toMatchObject({ session: null, closeSessions: [session] });
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'closing' }]);
});

test('waits for the end of the session when the portal has no room for both', async () => {
  const session = await keepSession('ann', 1);
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'closing' }]);
  await stores.sessions.end('worker-1', session);
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({ taskId, closeSessions: [] });
});

test('closes a session that blocks another login and rings its worker', async () => {
  const session = await keepSession('ann');
  const rung = Promise.withResolvers<void>();
  using _watch = stores.bell.watch('worker-1', rung.resolve);
  const { taskId } = await submit('bob');
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  await rung.promise;
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'closing' }]);
  await stores.sessions.end('worker-1', session);
  await stores.sessions.end('worker-1', session);
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({
    taskId,
    session: { isNew: true },
  });
});

test('alternates between logins when the portal has one session', async () => {
  for (const login of ['ann', 'ann', 'bob', 'bob']) await submit(login);
  const logins = [];
  for (let turn = 0; turn < 4; turn += 1) {
    let lease: Lease | undefined;
    while (!lease) {
      lease = await claimNow(stores.leases);
      if (!lease) await endClosing();
    }
    logins.push(lease.task.input_parameters['login']?.[0]);
    await claimNow(stores.leases, 'worker-2');
    await keep(lease);
  }
  expect(logins).toEqual(['ann', 'bob', 'ann', 'bob']);
});

test('closes a session that was idle too long and drops one whose worker is gone', async () => {
  const session = await keepSession('ann');
  expect(await stores.sessions.closeIdle(300)).toBe(0);
  await stores.database.pool.query(
    `UPDATE warm_sessions SET idle_since = now() - interval '301 s'`,
  );
  expect(await stores.sessions.closeIdle(300)).toBe(1);
  expect(await stores.sessions.dropLost()).toEqual([]);
  await stores.database.pool.query(`UPDATE warm_sessions SET expires_at = now() - interval '1 s'`);
  expect(await stores.sessions.dropLost()).toEqual([session]);
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'lost' }]);
});

test('closes a session that became idle while the drain of its worker was being stored', async () => {
  await keepSession('ann');
  await stores.database.pool.query(
    `INSERT INTO workers (id, drain) VALUES ('worker-1', '{"by": "ann", "reason": "test", "at": "2026-03-01T00:00:00Z"}')
     ON CONFLICT (id) DO UPDATE SET drain = excluded.drain`,
  );
  expect(await stores.sessions.closeIdle(300)).toBe(1);
});

test('sends the permit of a session whose worker is gone to any worker', async () => {
  await keepSession('ann');
  const { taskId } = await submit('ann');
  expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
  await stores.database.pool.query(`UPDATE warm_sessions SET expires_at = now() - interval '1 s'`);
  await stores.sessions.dropLost();
  expect(await claimNow(stores.leases, 'worker-2')).toMatchObject({
    taskId,
    session: { isNew: true },
  });
});

test('renews only the sessions of the worker and leaves a busy one to its task', async () => {
  await submit('ann');
  const lease = await claimNow(stores.leases);
  const session = sessionOf(lease);
  await stores.sessions.end('worker-1', session);
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'held' }]);
  expect(await stores.sessions.renew('worker-2', [session])).toMatchObject([{ state: 'lost' }]);
  await keep(lease);
  await stores.sessions.end('worker-2', session);
  expect(await stores.sessions.renew('worker-1', [session])).toMatchObject([{ state: 'held' }]);
});

type Holder = ReturnType<typeof holderOf>;

function submit(login: string, maxParallelism?: number) {
  return stores.tasks.submit(
    accountId,
    orderOf(login, { is_dedicated: true, max_parallelism: maxParallelism }),
  );
}

async function keep(lease: Lease | undefined): Promise<void> {
  await stores.leases.complete(holderOf(lease), { ...noResult, session: 'kept' });
}

/** Creates an idle session of worker 1 and returns its id. */
async function keepSession(login: string, maxParallelism?: number): Promise<string> {
  await submit(login, maxParallelism);
  const lease = await claimNow(stores.leases);
  await keep(lease);
  return sessionOf(lease);
}

function sessionOf(lease: Lease | undefined): string {
  if (!lease?.session) throw new Error('Expected a lease with a session.');
  return lease.session.sessionId;
}

async function lose(): Promise<void> {
  await stores.database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'`);
  await stores.leases.takeBackLost();
}

async function cancelAndKeep(holder: Holder): Promise<void> {
  await stores.tasks.cancel(accountId, holder.taskId);
  await stores.leases.complete(holder, { ...noResult, session: 'kept' });
}

async function endClosing(): Promise<void> {
  const where = { state: 'closing' as const };
  for (const { id } of await stores.database.prisma.warmSession.findMany({ where })) {
    await stores.sessions.end('worker-1', id);
  }
}
