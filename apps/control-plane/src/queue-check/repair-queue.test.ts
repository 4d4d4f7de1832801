import { expect, test } from '@jest/globals';
import { labelAccount } from '../accounts/label-account.ts';
import { claimNow, holderOf, noResult } from '../testing/open-stores.ts';
import { NOTHING_LEFT, type Planted, useRepairs, withFaults } from '../testing/use-repairs.ts';
import { laneQueue } from '../transitions/permits.ts';
import { countFaults } from './check-queue.ts';
import { repairQueue } from './repair-queue.ts';

const { stores, submit, waitAndRun, findAndRepair, getAccountId } = await useRepairs();

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

test.each<[string, Planted]>([
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
    'a surplus permit of a login',
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
        await labelAccount(stores, getAccountId(), 'acme');
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
])('finds and repairs %s', async (_, planted) => {
  expect(await findAndRepair(planted)).toEqual(NOTHING_LEFT);
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
  await stores.database.pool.query(
    'UPDATE login_queues SET max_running = 1; UPDATE portals SET max_parallelism = 1',
  );
  const { repaired, after } = await repairQueue(stores);
  expect({ repaired, faults: countFaults(after) }).toEqual({ repaired: [], faults: 0 });
  expect(after.counts).toEqual(withFaults({ login_over_limit: 1, portal_over_limit: 1 }));
});
