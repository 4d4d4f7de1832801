import { expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { openStores } from '../testing/open-stores.ts';
import { finishAll, type Run, startRun, step } from '../testing/random-steps.ts';
import { watchStarts } from '../testing/watch-starts.ts';

/**
 * Set RANDOM_OPERATIONS=2000 RANDOM_SEEDS=20 RANDOM_FIRST_SEED=1 for a longer run than the default.
 */
const OPERATIONS = Number(process.env['RANDOM_OPERATIONS'] ?? 600);
const FIRST_SEED = Number(process.env['RANDOM_FIRST_SEED'] ?? 20_261_120);
const SEEDS = Array.from(
  { length: Number(process.env['RANDOM_SEEDS'] ?? 1) },
  (_, place) => FIRST_SEED + place,
);
test.each(SEEDS)(
  'keeps counters, permits, sessions and limits consistent in random run %i of eight actors',
  async (seed) => {
    await using stores = await openStores();
    const findBadStarts = await watchStarts(stores.database);
    const run = await startRun(stores, seed);
    let left = OPERATIONS;
    const actor = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await step(run);
      }
    };
    await Promise.all(Array.from({ length: 8 }, actor));

    // The run lowers limits below what is running.
    const kinds = ['login_over_limit', 'portal_over_limit', 'account_over_limit'];
    const lowered = Object.fromEntries(kinds.map((kind) => [kind, expect.any(Number)]));
    expect(await findQueueFaults(stores.database)).toEqual({ ...noFaults, ...lowered });
    expect(await findBadStarts()).toEqual([]);
    await finishAll(run);
    expect(await findQueueFaults(stores.database)).toEqual(noFaults);
    const { rows } = await stores.database.pool.query(
      `SELECT count(*)::int unfinished FROM tasks WHERE status NOT IN ('success', 'failed', 'cancelled')`,
    );
    expect(rows).toEqual([{ unfinished: 0 }]);
    await expectCancelledAsAsked(run);
  },
  120_000 + OPERATIONS * 100,
);

/**
 * Expects that every task cancelled while a worker held it is cancelled, whatever the worker
 * reported, and that no other attempt followed.
 */
async function expectCancelledAsAsked({ stores, cancelledWhileHeld }: Run): Promise<void> {
  expect(cancelledWhileHeld.size).toBeGreaterThan(0);
  const { rows } = await stores.database.pool.query(
    `SELECT t.id FROM tasks t JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = t.lease_epoch
     WHERE t.status = 'cancelled' AND a.outcome = 'cancelled' AND a.status_after = 'cancelled'`,
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(cancelledWhileHeld);
}
