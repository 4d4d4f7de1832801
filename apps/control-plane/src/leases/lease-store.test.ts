import { beforeEach, expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { expire, failure } from '../testing/end-leases.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import type { LeaseHolder } from './lease.ts';
import { ServerBusyError } from '../http/http-errors.ts';

const NO_TASK = '00000000-0000-7000-8000-000000000000';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test('renews held leases and reports the others as lost, in the given order', async () => {
  await stores.tasks.submit(accountId, orderOf());
  await stores.tasks.submit(accountId, orderOf());
  const first = holderOf(await claimNow(stores.leases));
  const second = holderOf(await claimNow(stores.leases));
  await expire(stores, first);
  const before = new Date();
  const renewed = await stores.leases.renew('worker-1', [
    { ...first, taskId: NO_TASK },
    first,
    { ...second, leaseEpoch: 7 },
    second,
  ]);
  expect(renewed.map(({ state }) => state)).toEqual(['lost', 'held', 'lost', 'held']);
  expect(renewed[1]?.expiresAt?.getTime()).toBeGreaterThan(before.getTime() + 8_000);
  expect(await stores.leases.renew('worker-2', [second])).toMatchObject([{ state: 'lost' }]);
});

test('renews what it can while someone holds the row of a task and every other connection', async () => {
  await stores.tasks.submit(accountId, orderOf());
  await stores.tasks.submit(accountId, orderOf());
  const held = holderOf(await claimNow(stores.leases));
  const other = holderOf(await claimNow(stores.leases));
  const { pool } = stores.database;
  const before = await stores.leases.renew('worker-1', [held, other]);
  await using stack = new AsyncDisposableStack();
  for (let taken = 0; taken < (pool.options.max ?? 0); taken += 1) {
    const connection = await pool.connect();
    stack.defer(() => connection.release());
    if (taken > 0) continue;
    await connection.query('BEGIN');
    await connection.query('SELECT FROM tasks WHERE id = $1 FOR SHARE', [held.taskId]);
    stack.defer(async () => void (await connection.query('ROLLBACK')));
  }
  const startedAt = performance.now();
  const after = await stores.leases.renew('worker-1', [held, other]);
  expect(await stores.sessions.renew('worker-1', [NO_TASK])).toMatchObject([{ state: 'lost' }]);
  // Heartbeats fail after three seconds, and one that takes more than a second counts as a gap.
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(after.map(({ state }) => state)).toEqual(['held', 'held']);
  expect(after[0]?.expiresAt).toEqual(before[0]?.expiresAt);
  expect(after[1]?.expiresAt?.getTime()).toBeGreaterThan(before[1]?.expiresAt?.getTime() ?? 0);
});

test('does not mistake a lock on the table for an outage', async () => {
  await stores.tasks.submit(accountId, orderOf());
  const held = holderOf(await claimNow(stores.leases));
  await using stack = new AsyncDisposableStack();
  const connection = await stores.database.pool.connect();
  stack.defer(() => connection.release());
  await connection.query('BEGIN');
  stack.defer(async () => void (await connection.query('ROLLBACK')));
  await connection.query('LOCK TABLE tasks IN SHARE MODE');
  await expect(stores.leases.renew('worker-1', [held])).rejects.toThrow(ServerBusyError);
});

test('returns a task to its old place in the queue when its lease is lost', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const lost = await begin();
  await stores.tasks.submit(accountId, orderOf('ann'));
  expect(await stores.leases.takeBackLost()).toEqual([]);

  await expire(stores, lost);
  const { leaseSecret: _, ...ended } = lost;
  expect(await stores.leases.takeBackLost()).toEqual([{ ...ended, status: 'queued' }]);
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'queued',
    retry_count: 1,
    error: null,
    allocated_at: null,
    attempts: [{ attempt: 1, outcome: 'lost', error_class: 'lease_lost' }],
  });
  expect(await claimNow(stores.leases)).toMatchObject({
    taskId,
    leaseEpoch: 2,
    task: { retry_count: 1, attempt: 2 },
  });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('fails a task with an explanation when its lease is lost once too often', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expire(stores, await begin());
    await stores.leases.takeBackLost();
  }
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'failed',
    error_class: 'lease_lost',
    error: 'Worker "worker-1" stopped renewing its lease, and no retry is left (1 of 1 used).',
    attempts: [{ outcome: 'lost' }, { outcome: 'lost' }],
  });
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('a task without retries fails at the first lost lease and says so', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.database.pool.query('UPDATE tasks SET max_retries = 0');
  await expire(stores, await begin());
  await stores.leases.takeBackLost();
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'failed',
    error:
      'Worker "worker-1" stopped renewing its lease, and the task may not be retried (max_retries 0).',
  });
});

test('takes a lost lease back once when several processes find it', async () => {
  await stores.tasks.submit(accountId, orderOf('ann'));
  await expire(stores, holderOf(await claimNow(stores.leases)));
  const passes = await Promise.all([1, 2, 3].map(() => stores.leases.takeBackLost()));
  expect(passes.flat()).toHaveLength(1);
});

test('refuses every write under an old epoch', async () => {
  await stores.tasks.submit(accountId, orderOf('ann'));
  const old = holderOf(await claimNow(stores.leases));
  await expire(stores, old);
  await stores.leases.takeBackLost();
  const current = holderOf(await claimNow(stores.leases));

  for (const holder of [old, { ...current, workerId: 'worker-2' }]) {
    for (const write of writesOf(holder)) {
      await expect(write()).rejects.toMatchObject({ code: 'lease-lost', status: 409 });
    }
  }
  for (const write of writesOf({ ...current, taskId: NO_TASK })) {
    await expect(write()).rejects.toMatchObject({ code: 'task-not-found' });
  }
  await stores.leases.start(current);
  expect(await stores.leases.complete(current, noResult)).toBe('success');
});

test('stores steps once, however often they are reported', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  const step = {
    nodePath: 'nodes[0]',
    kind: 'click_element',
    outcome: 'done',
    startedAt: new Date('2026-03-02T09:15:00.123Z'),
    durationMs: 12,
  } as const;
  expect(await stores.leases.recordSteps(holder, [{ ...step, sequence: 0 }])).toBe(1);
  const both = [0, 1].map((sequence) => ({ ...step, sequence, kind: `kind-${sequence}` }));
  expect(await stores.leases.recordSteps(holder, both)).toBe(2);
  const { steps } = await stores.tasks.getDetail(accountId, taskId);
  expect(steps).toMatchObject([
    { sequence: 0, kind: 'click_element', startedAt: step.startedAt, durationMs: 12 },
    { sequence: 1, kind: 'kind-1' },
  ]);
});

test('returns the first status for a repeated report and keeps the first results', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.start(holder);
  const result = { outputData: [{ text: 'first' }], forLoopStatus: [] };
  expect(await stores.leases.complete(holder, result)).toBe('success');
  expect(await stores.leases.complete(holder, noResult)).toBe('success');
  await expect(stores.leases.fail(holder, failure('never'))).rejects.toMatchObject({
    code: 'lease-lost',
  });
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'success',
    output_data: result.outputData,
    for_loop_status: result.forLoopStatus,
    attempts: [{ outcome: 'success' }],
  });
});

test('returns "queued" for a repeated failure even after the next attempt began', async () => {
  await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  expect(await stores.leases.fail(holder, failure('infrastructure'))).toBe('queued');
  const next = holderOf(await claimNow(stores.leases));
  expect(await stores.leases.fail(holder, failure('infrastructure'))).toBe('queued');
  expect(await stores.leases.fail(next, failure('infrastructure'))).toBe('failed');
});

// proves field: max_retries
test('takes each kind of retry from its own budget', async () => {
  const account = await addAccount(stores.database, { maxAutomationRetries: 1 });
  const { taskId } = await stores.tasks.submit(account, orderOf('ann'));
  const answers = [];
  for (const retry of ['automation', 'infrastructure', 'automation'] as const) {
    answers.push(await stores.leases.fail(holderOf(await claimNow(stores.leases)), failure(retry)));
  }
  expect(answers).toEqual(['queued', 'queued', 'failed']);
  expect(await stores.tasks.getDetail(account, taskId)).toMatchObject({
    status: 'failed',
    retry_count: 2,
    error: 'The button is gone.',
    error_class: 'locator_not_found',
    error_node_path: 'nodes[4]',
    error_page_url: 'https://portal.example/orders',
  });
});

test('fails a task immediately if it must not be retried', async () => {
  await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  expect(await stores.leases.fail(holder, failure('never'))).toBe('failed');
});

test('puts a released task back ahead of later ones', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  expect(await stores.leases.release(holder)).toBe('queued');
  expect(await stores.leases.release(holder)).toBe('queued');
  expect(await claimNow(stores.leases)).toMatchObject({ taskId, task: { retry_count: 0 } });
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('rejects every statement that changes a final task or its lease', async () => {
  await stores.tasks.submit(accountId, orderOf());
  await stores.leases.complete(holderOf(await claimNow(stores.leases)), noResult);
  for (const change of [
    `status = 'queued'`,
    `status = 'failed'`,
    `lease_epoch = lease_epoch + 1`,
    `worker_id = 'x'`,
    `lease_expires_at = now()`,
  ]) {
    await expect(stores.database.pool.query(`UPDATE tasks SET ${change}`)).rejects.toMatchObject({
      code: 'ER001',
    });
  }
});

function writesOf(holder: LeaseHolder): (() => Promise<unknown>)[] {
  const { leases } = stores;
  const step = {
    sequence: 0,
    nodePath: 'nodes[0]',
    kind: 'check',
    outcome: 'done',
    startedAt: new Date(),
    durationMs: 1,
  } as const;
  return [
    () => leases.start(holder),
    () => leases.recordSteps(holder, [step]),
    () => leases.complete(holder, noResult),
    () => leases.fail(holder, failure('infrastructure')),
    () => leases.release(holder),
  ];
}

/** Claims a task and starts it. */
async function begin(): Promise<LeaseHolder> {
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.start(holder);
  return holder;
}
