import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { labelAccount } from '../accounts/label-account.ts';
import { noFaults } from '../testing/check-queue.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { laneQueue } from '../transitions/permits.ts';
import { checkQueue, countFaults } from './check-queue.ts';
import { repairQueue } from './repair-queue.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

const run = (sql: string) => stores.database.pool.query(sql);

const submit = (login?: string, more: Parameters<typeof orderOf>[1] = {}) =>
  stores.tasks.submit(accountId, orderOf(login, more));
const oneOf = (kinds: Record<string, number>) => ({ ...noFaults, ...kinds });

/** How to plant a fault, which checks find it, and what the first of them expects and finds. */
interface Case {
  readonly prepare: () => Promise<unknown>;
  readonly plant: string;
  readonly counts: Record<string, number>;
  readonly expected: object;
  readonly found: object;
}

const waitAndRun = async (): Promise<void> => {
  for (const login of ['ann', 'ann', 'bob', undefined]) await submit(login);
  await claimNow(stores.leases);
};
const keepSession = async (): Promise<void> => {
  await submit('ann', { is_dedicated: true });
  await stores.leases.complete(holderOf(await claimNow(stores.leases)), {
    ...noResult,
    session: 'kept',
  });
  await submit('ann', { is_dedicated: true });
};
const park = async (): Promise<void> => {
  for (const login of ['ann', 'bob', undefined]) await submit(login, { max_parallelism: 1 });
  await claimNow(stores.leases);
  await claimNow(stores.leases);
};
const lane = `FROM pgboss.job WHERE name = 'permits'`;

test.each<[string, Case]>([
  [
    'wrong counters',
    {
      prepare: waitAndRun,
      plant: 'UPDATE login_queues SET waiting = 7, running = 0 WHERE running = 1',
      counts: { login_queue_counters: 1 },
      expected: { waiting: 1, running: 1, issued: 0 },
      found: { waiting: 7, running: 0, issued: 0 },
    },
  ],
  [
    'a missing permit of a login',
    {
      prepare: waitAndRun,
      plant: `DELETE ${lane} AND data->>'loginQueueId' IS NOT NULL`,
      counts: { login_queue_counters: 1, login_queue_permits: 1 },
      expected: { waiting: 1, running: 0, issued: 0 },
      found: { waiting: 1, running: 0, issued: 1 },
    },
  ],
  [
    'one permit too many of a login',
    {
      prepare: waitAndRun,
      plant: `INSERT INTO pgboss.job (name, priority, data, singleton_key)
        SELECT name, priority, data, singleton_key ${lane} AND data->>'loginQueueId' IS NOT NULL`,
      counts: { login_queue_counters: 1, login_queue_permits: 1 },
      expected: { issued: 2 },
      found: { issued: 1 },
    },
  ],
  [
    'a missing parked permit',
    {
      prepare: park,
      plant: 'DELETE FROM parked_permits WHERE login_queue_id IS NOT NULL',
      counts: { login_queue_counters: 1, login_queue_permits: 1 },
      expected: { issued: 0 },
      found: { issued: 1 },
    },
  ],
  [
    'a missing permit of a session',
    {
      prepare: keepSession,
      plant: 'UPDATE warm_sessions SET permit_tag = NULL',
      counts: { login_queue_counters: 1, login_queue_permits: 1 },
      expected: { issued: 0 },
      found: { issued: 1 },
    },
  ],
  [
    'parked permits at a portal that has room',
    {
      prepare: park,
      plant: 'UPDATE portals SET max_parallelism = 5',
      counts: { portal_idle: 1 },
      expected: { parked: 0 },
      found: { parked: 2, room: 4, permits_in_lane: 0 },
    },
  ],
  [
    'a task without a permit',
    {
      prepare: waitAndRun,
      plant: `DELETE ${lane} AND data->>'taskId' IS NOT NULL`,
      counts: { task_without_permit: 1 },
      expected: { permits: 1 },
      found: { permits: 0 },
    },
  ],
  [
    'permits without a task or login',
    {
      prepare: waitAndRun,
      plant: `INSERT INTO pgboss.job (name, data) VALUES
        ('permits', '{"taskId": "01a1feb8-9921-76c8-bccf-42a96d6d8fc6", "tag": 1}'), ('permits', '{"loginQueueId": 99999, "tag": 1}');
        INSERT INTO parked_permits SELECT gen_random_uuid(), portal_id, NULL, id, 1 FROM tasks WHERE login_queue_id IS NULL`,
      counts: { orphan_permit: 3, portal_idle: 0 },
      expected: { permits: 0 },
      found: { permits: 1 },
    },
  ],
  [
    'permits in the lane of another label',
    {
      prepare: async () => {
        await waitAndRun();
        await labelAccount(stores, accountId, 'acme');
        await stores.queue.ensure(laneQueue('other'));
      },
      plant: `UPDATE pgboss.job SET name = 'permits.other' WHERE name = 'permits.acme'`,
      counts: { wrong_lane: 2 },
      expected: { lane: 'permits.acme' },
      found: { lane: 'permits.other' },
    },
  ],
  [
    'a busy session whose task another worker holds',
    {
      prepare: async () => {
        await keepSession();
        await claimNow(stores.leases);
      },
      plant: `UPDATE warm_sessions SET worker_id = 'another'`,
      counts: { session_state: 1 },
      expected: { state: 'busy', task: 'held by the worker' },
      found: { state: 'busy', task: 'allocated', has_permit: false },
    },
  ],
  [
    'an idle session that nobody renews, with its permit',
    {
      prepare: keepSession,
      plant: `UPDATE warm_sessions SET expires_at = now() - interval '61 s'`,
      counts: { session_not_dropped: 1 },
      expected: { expires_at_least: expect.any(String) },
      found: { expires_at: expect.any(String) },
    },
  ],
  [
    'an expired lease that was not taken back',
    {
      prepare: waitAndRun,
      plant: `UPDATE tasks SET lease_expires_at = now() - interval '61 s' WHERE status = 'allocated'`,
      counts: { lease_not_taken_back: 1 },
      expected: { lease_expires_at_least: expect.any(String) },
      found: { lease_expires_at: expect.any(String) },
    },
  ],
  [
    'a held task whose attempt has ended',
    {
      prepare: waitAndRun,
      plant: `UPDATE attempts SET ended_at = now(), outcome = 'lost'`,
      counts: { task_without_attempt: 1 },
      expected: { attempt: 'open' },
      found: { attempt: 'ended' },
    },
  ],
  [
    'a held task without an attempt',
    {
      prepare: waitAndRun,
      plant: 'DELETE FROM attempts',
      counts: { task_without_attempt: 1 },
      expected: { attempt: 'open' },
      found: { attempt: 'none' },
    },
  ],
  [
    'an open attempt of a final task',
    {
      prepare: async () => {
        await submit();
        await stores.leases.complete(holderOf(await claimNow(stores.leases)), noResult);
      },
      plant: 'UPDATE attempts SET ended_at = NULL, outcome = NULL',
      counts: { attempt_without_task: 1 },
      expected: { attempt: 'ended' },
      found: { attempt: 'open', task: 'success', lease_epoch: 1 },
    },
  ],
  [
    'an open wait for a person of a task that no longer runs',
    {
      prepare: async () => {
        await submit();
        const holder = holderOf(await claimNow(stores.leases));
        const wait = { nodePath: 'nodes[0]', pageUrl: '', maxWaitSeconds: 60 };
        await stores.humanWaits.begin(holder, { waitId: randomUUID(), ...wait });
        await stores.leases.complete(holder, noResult);
      },
      plant: 'UPDATE human_waits SET ended_at = NULL, outcome = NULL',
      counts: { human_wait_without_task: 1 },
      expected: { wait: 'ended' },
      found: { wait: 'open', attempt: 1, task: 'success', lease_epoch: 1 },
    },
  ],
  [
    'a final task without a delivery',
    {
      prepare: async () => {
        const { taskId } = await submit('ann', { task_callback_url: 'https://erp.example/done' });
        await stores.tasks.cancel(accountId, taskId);
      },
      plant: `DELETE FROM callback_deliveries; DELETE FROM pgboss.job WHERE name = 'deliver-callback'`,
      counts: { delivery_missing: 1 },
      expected: { deliveries: 1 },
      found: { deliveries: 0 },
    },
  ],
])('finds and repairs %s', async (_, { prepare, plant, counts, expected, found }) => {
  await prepare();
  expect((await checkQueue(stores.database)).counts).toEqual(noFaults);
  await run(plant);
  const report = await checkQueue(stores.database);
  expect(report.counts).toEqual(oneOf(counts));
  expect(report.deviations[0]).toMatchObject({
    kind: Object.keys(counts)[0],
    severity: 'fault',
    expected,
    found,
  });

  const { repaired, after } = await repairQueue(stores);
  expect(repaired.length).toBeGreaterThan(0);
  expect(after.counts).toEqual(noFaults);
  await runAll();
});

test('repairs nothing if nothing deviates', async () => {
  await park();
  const { repaired, after } = await repairQueue(stores);
  expect({ repaired, faults: countFaults(after) }).toEqual({ repaired: [], faults: 0 });
});

test('reports tasks beyond a lowered limit as a notice and keeps them', async () => {
  await submit('ann', { per_login_parallelism: 2 });
  await submit('ann', { per_login_parallelism: 2 });
  for (const _ of [1, 2]) await claimNow(stores.leases);
  await run('UPDATE login_queues SET max_running = 1; UPDATE portals SET max_parallelism = 1');
  const { repaired, after } = await repairQueue(stores);
  expect({ repaired, faults: countFaults(after) }).toEqual({ repaired: [], faults: 0 });
  expect(after.counts).toEqual(oneOf({ login_over_limit: 1, portal_over_limit: 1 }));
});

/** Expects that every waiting task can run to its end. */
async function runAll(): Promise<void> {
  for (const worker of ['worker-1', 'worker-2']) {
    const labels = ['default', 'acme'];
    const signal = new AbortController().signal;
    await stores.database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'
      WHERE status IN ('allocated', 'running')`);
    await stores.leases.takeBackLost();
    for (;;) {
      const claim = { workerId: worker, labels, waitSeconds: 0, signal };
      const lease = await stores.leases.claim(claim);
      if (!lease) break;
      await stores.leases.complete(holderOf(lease, worker), noResult);
    }
  }
  expect(await countOpen()).toBe(0);
  expect((await checkQueue(stores.database)).counts).toEqual(noFaults);
}

async function countOpen(): Promise<number> {
  return stores.database.prisma.task.count({
    where: { status: { in: ['queued', 'allocated', 'running'] } },
  });
}
