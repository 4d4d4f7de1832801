import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useStores } from '../testing/use-stores.ts';
import { changePermits, takePermit, type PermitChange } from '../transitions/permits.ts';
import { labelAccount } from './label-account.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test('moves waiting tasks to the workers of a label, and back', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.tasks.submit(accountId, orderOf('ann'));
  await labelAccount(stores, accountId, 'acme');
  await stores.tasks.submit(accountId, orderOf('bob'));
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await claimAs('other')).toBeUndefined();
  expect(await claimAs('default')).toBeUndefined();
  expect(await claimAs('acme')).toMatchObject({ taskId });

  await labelAccount(stores, accountId, null);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await claimAs('acme')).toBeUndefined();
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimAs('default')).toBeDefined();
});

test('alternates between the accounts that a worker with several labels serves', async () => {
  const labelled = await addAccount(stores.database);
  await labelAccount(stores, labelled, 'acme');
  for (let n = 0; n < 3; n += 1) {
    await stores.tasks.submit(accountId, orderOf());
    await stores.tasks.submit(labelled, orderOf());
  }
  const owners: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const { taskId } = holderOf(await claimAs('acme', 'default'));
    owners.push((await stores.tasks.find(labelled, [taskId])).length);
  }
  expect([0, 2, 4].map((turn) => Number(owners[turn]) + Number(owners[turn + 1]))).toEqual([
    1, 1, 1,
  ]);
});

test('wakes a claim for the label when waiting tasks move to it', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  const { signal } = new AbortController();
  const claim = { workerId: 'worker-2', labels: ['acme'], waitSeconds: 20, signal };
  const waiting = stores.leases.claim(claim);
  await labelAccount(stores, accountId, 'acme');
  expect(await waiting).toMatchObject({ taskId });
});

test('closes the warm session of a worker that may no longer serve the account', async () => {
  const order = orderOf('ann', { is_dedicated: true });
  await stores.tasks.submit(accountId, order);
  const first = await claimNow(stores.leases);
  await stores.leases.complete(holderOf(first), { ...noResult, session: 'kept' });
  await stores.tasks.submit(accountId, order);
  await labelAccount(stores, accountId, 'acme');

  expect(await claimNow(stores.leases)).toBeUndefined();
  const sessionId = first?.session?.sessionId ?? '';
  expect(await stores.sessions.renew('worker-1', [sessionId])).toMatchObject([
    { state: 'closing' },
  ]);
  // The portal allows one session at a time.
  expect(await claimAs('acme')).toBeUndefined();
  await stores.sessions.end('worker-1', sessionId);
  expect(await claimAs('acme')).toMatchObject({ session: { isNew: true } });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('moves the permit that a claimer takes with the old label and commits with the new one', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await using claimer = await begin(stores);
  const permit = await takePermit(stores.queue, claimer.connection);
  const labelling = await labelWhileTaken();
  const { rows } = await claimer.query<{ outcome: string; permits: PermitChange | null }>(
    `SELECT outcome, permits FROM take_task($1, NULL, $2, $3, NULL, 'worker-1', 9, 'permits')`,
    [permit?.id, permit?.taskId, permit?.tag],
  );
  expect(rows).toMatchObject([{ outcome: 'moved' }]);
  await changePermits(stores.queue, claimer.connection, rows[0]?.permits ?? null);
  await claimer.query('commit');
  await labelling.done;
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await claimAs('acme')).toMatchObject({ taskId });
});

test('moves the permit that a claimer puts back into the old lane', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await using claimer = await begin(stores);
  await takePermit(stores.queue, claimer.connection);
  const labelling = await labelWhileTaken();
  // A claimer calls this when it has permits to send.
  await claimer.query('SELECT lane_of($1)', [accountId]);
  await claimer.query('rollback');
  await labelling.done;
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  expect(await claimAs('acme')).toMatchObject({ taskId });
});

test('takes from another lane while someone takes the only permit of the first', async () => {
  await stores.tasks.submit(accountId, orderOf());
  const other = await addAccount(stores.database);
  await labelAccount(stores, other, 'acme');
  const { taskId } = await stores.tasks.submit(other, orderOf());
  await using taker = await begin(stores);
  await takePermit(stores.queue, taker.connection);
  expect(await claimAs('default', 'acme')).toMatchObject({ taskId });
});

/**
 * Resolves once the label is set, even while a claimer holds a permit; `done` resolves when the
 * whole call has finished.
 */
async function labelWhileTaken(): Promise<{ readonly done: Promise<void> }> {
  const done = labelAccount(stores, accountId, 'acme');
  await pollUntil('the label is set', async () => {
    const account = await stores.database.prisma.account.findUnique({ where: { id: accountId } });
    return account?.workerLabel === 'acme';
  });
  return { done };
}

function claimAs(...labels: string[]) {
  const { signal } = new AbortController();
  return stores.leases.claim({ workerId: 'worker-2', labels, waitSeconds: 0, signal });
}

test('does not deadlock with a batch that has sent permits before it reserves tags', async () => {
  const batch = [
    orderOf(undefined, { endpoint_name: 'invoice', max_parallelism: 2 }),
    orderOf('ann'),
  ];
  await stores.tasks.submitMany(accountId, batch);
  await using portals = await begin(stores);
  await portals.query('SELECT FROM portals FOR NO KEY UPDATE');
  const submitted = stores.tasks.submitMany(accountId, [batch[0] ?? orderOf(), orderOf('bob')]);
  await untilBlocked(stores.database, portals, 'submit_tasks');

  await using labelling = await begin(stores);
  await labelling.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  await portals.query('commit');
  await untilBlocked(stores.database, labelling, 'submit_tasks');
  await labelling.query(`SET LOCAL lock_timeout = '500ms'`);
  await labelling.query(`SELECT set_worker_label($1, 'acme')`, [accountId]);
  await labelling.query('rollback');
  expect(await submitted).toHaveLength(2);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});
