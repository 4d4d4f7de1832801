import { pollUntil } from '@errand/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { assertWholeQueue } from '../testing/check-queue.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';

// Races of two transactions, one of which is paused midway.

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

afterEach(() => assertWholeQueue(stores.database));

test('does not park the permit of a task cancelled while its claim waits for the portal', async () => {
  await submit(1);
  await claimNow(stores.leases);
  const taskId = await submit(1);
  await using canceller = await begin(stores);
  const { rows } = await canceller.query<{ permits: PermitChange | null }>(
    `SELECT permits FROM leave_task($1, NULL, NULL, 'cancelled', '{}', gen_random_uuid())`,
    [taskId],
  );
  // The claim has taken the permit and has seen the task as queued.
  const claim = claimNow(stores.leases, 'worker-2');
  await waitsForLock('take_task');
  await changePermits(stores.queue, canceller.connection, rows[0]?.permits ?? null);
  await canceller.query('commit');
  expect(await claim).toBeUndefined();
  expect(await stores.database.prisma.parkedPermit.count()).toBe(0);
});

test('keeps the first limit above 1 when a 1 arrives concurrently', async () => {
  const taskId = await submit(undefined);
  const portal = await stores.database.prisma.portal.findFirstOrThrow();
  await using first = await begin(stores);
  await first.query('SELECT limit_portal($1, 5)', [portal.id]);
  const second = submit(1);
  await waitsForLock('submit_task');
  await first.query('commit');
  await second;
  expect(await stores.database.prisma.portal.findFirst()).toMatchObject({ maxParallelism: 5 });
  await stores.tasks.cancel(accountId, taskId);
});

test('neither renews nor closes a session that another transaction holds', async () => {
  const sessions = [];
  for (const login of ['ann', 'bob']) {
    const order = orderOf(login, { is_dedicated: true, max_parallelism: 2 });
    await stores.tasks.submit(accountId, order);
    const lease = await claimNow(stores.leases);
    await stores.leases.complete(holderOf(lease), { ...noResult, session: 'kept' });
    sessions.push(lease?.session?.sessionId ?? '');
  }
  const before = await expiries(sessions);
  await using other = await begin(stores);
  await other.query('SELECT FROM warm_sessions WHERE id = $1 FOR UPDATE', [sessions[1]]);
  // Returns while the row is held: a heartbeat must not wait for another transaction.
  expect(await stores.sessions.renew('worker-1', sessions)).toMatchObject([
    { state: 'held' },
    { state: 'held' },
  ]);
  expect(await stores.sessions.closeIdle(0)).toBe(1);
  await other.query('commit');
  const [renewed, held] = await expiries(sessions);
  expect(renewed).toBeGreaterThan(Number(before[0]));
  expect(held).toBe(before[1]);
});

/** When each session expires, in milliseconds. */
async function expiries(sessionIds: readonly string[]): Promise<readonly (number | undefined)[]> {
  const sessions = await stores.database.prisma.warmSession.findMany();
  return sessionIds.map((id) =>
    sessions.find((session) => session.id === id)?.expiresAt?.getTime(),
  );
}

async function submit(maxParallelism: number | undefined): Promise<string> {
  return (
    await stores.tasks.submit(accountId, orderOf(undefined, { max_parallelism: maxParallelism }))
  ).taskId;
}

/** Resolves when a statement with this text waits for a lock. */
async function waitsForLock(text: string): Promise<void> {
  await pollUntil(`${text} waits for a lock`, async () => {
    const { rows } = await stores.database.pool.query<{ n: number }>(
      `SELECT count(*)::int n FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
      [text],
    );
    return rows[0]?.n === 1;
  });
}
