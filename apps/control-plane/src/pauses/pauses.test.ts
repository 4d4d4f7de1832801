import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { createDemandStore } from '../demand/demand-store.ts';
import { settleAccounts } from '../login-queues/settle-accounts.ts';
import { createWaitStore } from '../login-queues/wait-store.ts';
import { begin } from '../testing/begin.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { createPauseStore } from './pause-store.ts';
import type { PauseTarget } from './pause.ts';

const stores = await useStores();
const pauses = createPauseStore(stores);
const waits = createWaitStore(stores);
const demand = createDemandStore(stores);
const lasting = { by: 'ann', reason: 'Maintenance.', expires_at: null };
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const submit = async (login?: string, more: object = {}): Promise<string> =>
  (await stores.tasks.submit(accountId, orderOf(login, more))).taskId;

const until = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const pause = (target: PauseTarget) => pauses.pause(target, lasting);

async function keyOf(taskId: string): Promise<string> {
  return (await waits.explain(accountId, taskId)).loginQueue ?? '';
}

const targets: readonly [string, (taskId: string) => Promise<PauseTarget>][] = [
  ['an account', () => Promise.resolve({ accountId })],
  ['a portal', () => Promise.resolve({ accountId, portal: 'https://portal.example' })],
  ['a login queue', async (taskId) => ({ accountId, loginQueue: await keyOf(taskId) })],
];

test.each(targets)('starts no further task of %s until it is resumed', async (_, targetOf) => {
  const running = holderOf((await submit('ann'), await claimNow(stores.leases)));
  const waiting = await submit('ann');
  const target = await targetOf(waiting);
  await pauses.pause(target, lasting);
  // The running task continues, and its end does not start the next one.
  await stores.leases.complete(running, noResult);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await demand.read([])).toMatchObject({ claimable: 0, waiting: { paused: 1 } });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await waits.explain(accountId, waiting)).toMatchObject({
    reason: 'paused',
    message: expect.stringMatching(/^An operator has paused .*: Maintenance\.$/),
    estimatedSeconds: null,
  });

  expect(await pauses.resume(target)).toBe(true);
  expect(await pauses.resume(target)).toBe(false);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: waiting });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test.each(targets)(
  'ends the pause of %s when its time is over, not before',
  async (_, targetOf) => {
    const waiting = await submit('ann');
    const target = await targetOf(waiting);
    await pauses.pause(target, { ...lasting, expires_at: until(3_600) });
    expect(await claimNow(stores.leases)).toBeUndefined();
    expect(await pauses.endExpired()).toBe(0);
    const [listed] = await pauses.list();
    expect(listed).toMatchObject({ account_id: accountId, pause: { by: 'ann' } });
    await pauses.pause(target, { ...lasting, expires_at: until(-1) });
    expect(await pauses.endExpired()).toBe(1);
    expect(await pauses.list()).toEqual([]);
    expect(await claimNow(stores.leases)).toMatchObject({ taskId: waiting });
  },
);

test('ends other pauses while someone holds the row of one', async () => {
  const { pool } = stores.database;
  await submit('ann');
  const portal = { accountId, portal: 'https://portal.example' };
  const other = { accountId: await addAccount(stores.database) };
  for (const target of [portal, other]) {
    await pauses.pause(target, { ...lasting, expires_at: until(-1) });
  }
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM portals FOR UPDATE');
  const failures: string[] = [];
  const startedAt = performance.now();
  expect(await pauses.endExpired((id) => failures.push(id))).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(failures).toHaveLength(1);
  await connection.query('ROLLBACK');
  connection.release();
  expect(await pauses.endExpired()).toBe(1);
});

test('does not affect other portals and logins, and keeps the order', async () => {
  const paused = [await submit('ann'), await submit('bob'), await submit()];
  const other = await submit('ann', { endpoint_name: 'invoice' });
  const portal = { accountId, portal: 'https://portal.example' };
  await pauses.pause(portal, lasting);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: other });
  expect(await claimNow(stores.leases)).toBeUndefined();
  await pauses.resume(portal);
  for (const taskId of paused) expect(await claimNow(stores.leases)).toMatchObject({ taskId });
});

test('keeps the warm session of a paused portal', async () => {
  const order = { is_dedicated: true };
  await submit('ann', order);
  const first = await claimNow(stores.leases);
  await stores.leases.complete(holderOf(first), { ...noResult, session: 'kept' });
  const portal = { accountId, portal: 'https://portal.example' };
  await pauses.pause(portal, lasting);
  const next = await submit('ann', order);
  expect(await claimNow(stores.leases)).toBeUndefined();
  const sessionId = first?.session?.sessionId ?? '';
  expect(await stores.sessions.renew('worker-1', [sessionId])).toMatchObject([{ state: 'held' }]);
  await pauses.resume(portal);
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: next, session: { sessionId } });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test.each(targets)('waits for claims that did not see the pause of %s', async (_, targetOf) => {
  const waiting = await submit('ann');
  const target = await targetOf(waiting);
  await using claimer = await begin(stores);
  const { rows } = await claimer.query<{ id: string; queue: number; tag: string }>(
    `DELETE FROM pgboss.job WHERE name = 'permits'
     RETURNING id, (data->>'loginQueueId')::int queue, data->>'tag' tag`,
  );
  const { id, queue, tag } = rows[0] ?? {};
  const taken = await claimer.query<{ outcome: string }>(
    `SELECT outcome FROM take_task($1, $2, NULL, $3, NULL, 'worker-1', 9, 'permits')`,
    [id, queue, tag],
  );
  expect(taken.rows).toEqual([{ outcome: 'taken' }]);
  let isPaused = false;
  const pausing = pauses.pause(target, lasting).then(() => (isPaused = true));
  await pollUntil('the pause waits for the claim', async () => {
    const { rowCount } = await stores.database.pool.query('SELECT FROM pg_locks WHERE NOT granted');
    return rowCount !== 0;
  });
  expect(isPaused).toBe(false);
  await claimer.query('commit');
  await pausing;
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('starts what an account may run when the pause ends', async () => {
  for (let n = 0; n < 3; n += 1) await submit();
  await stores.database.prisma.account.update({
    where: { id: accountId },
    data: { maxRunning: 2 },
  });
  await pauses.pause({ accountId }, lasting);
  expect(await claimNow(stores.leases)).toBeUndefined();
  await settleAccounts(stores);
  expect(await claimNow(stores.leases)).toBeUndefined();
  await pauses.resume({ accountId });
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('reports a target that does not exist', async () => {
  await submit('ann');
  await expect(pause({ accountId: 'acme' })).rejects.toThrow(/no account "acme"/);
  await expect(pause({ accountId, portal: 'https://x.example' })).rejects.toThrow(
    /no tasks for the portal "https:\/\/x\.example"/,
  );
  await expect(pause({ accountId, loginQueue: 'abc' })).rejects.toThrow(/no login queue "abc"/);
});

test.each([
  ['refuses to pause a login queue that is deleted at the same time', false],
  ['pauses the login queue that takes the key of one deleted at the same time', true],
])('%s', async (_, isSubmittedAgain) => {
  const waiting = await submit('ann');
  const target = { accountId, loginQueue: await keyOf(waiting) };
  await stores.tasks.cancel(accountId, waiting);
  await using deletion = await begin(stores);
  await deletion.query('DELETE FROM tasks WHERE id = $1', [waiting]);
  await deletion.query('DELETE FROM login_queues');
  const pausing = pauses.pause(target, lasting).then(
    () => 'paused',
    (error: { readonly code?: string }) => error.code,
  );
  await pollUntil('the pause waits for the deletion', async () => {
    const { rowCount } = await stores.database.pool.query('SELECT FROM pg_locks WHERE NOT granted');
    return rowCount !== 0;
  });
  if (isSubmittedAgain) {
    await deletion.query(
      `INSERT INTO login_queues (account_id, portal_id, key)
       SELECT account_id, id, $2 FROM portals WHERE account_id = $1`,
      [accountId, target.loginQueue],
    );
  }
  await deletion.query('commit');
  expect(await pausing).toBe(isSubmittedAgain ? 'paused' : 'login-queue-not-found');
  expect(await pauses.list()).toHaveLength(Number(isSubmittedAgain));
});
