import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimNow, holderOf, noResult } from '../testing/open-stores.ts';
import { NOTHING_LEFT, type Planted, useRepairs } from '../testing/use-repairs.ts';

const { stores, submit, waitAndRun, findAndRepair, getAccountId } = await useRepairs();

test.each<[string, Planted]>([
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
    'a lease without an expiry',
    {
      prepare: waitAndRun,
      plant: `UPDATE tasks SET lease_expires_at = NULL WHERE status = 'allocated'`,
      counts: { lease_not_taken_back: 1 },
      expected: { lease_expires_at_least: expect.any(String) },
      found: { lease_expires_at: null },
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
        await stores.tasks.cancel(getAccountId(), taskId);
      },
      plant: `DELETE FROM callback_deliveries; DELETE FROM pgboss.job WHERE name = 'deliver-callback'`,
      counts: { delivery_missing: 1 },
      expected: { deliveries: 1 },
      found: { deliveries: 0 },
    },
  ],
  [
    'a pending delivery whose job has given up',
    {
      prepare: async () => {
        const { taskId } = await submit('ann', { task_callback_url: 'https://erp.example/done' });
        await stores.tasks.cancel(getAccountId(), taskId);
      },
      plant: `UPDATE pgboss.job SET state = 'failed' WHERE name = 'deliver-callback'`,
      counts: { delivery_without_job: 1 },
      expected: { jobs: 1 },
      found: { jobs: 0 },
    },
  ],
])('finds and repairs %s', async (_, planted) => {
  expect(await findAndRepair(planted)).toEqual(NOTHING_LEFT);
});
