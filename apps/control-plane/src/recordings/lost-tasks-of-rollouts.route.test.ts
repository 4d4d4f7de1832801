import { beforeEach, expect, test } from '@jest/globals';
import { countVersion, driveRollout, driveTasks, forbidRetries } from '../testing/drive-rollout.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { claim, crash, endAll, startRun, succeed } = driveTasks(app);

let rollout: Awaited<ReturnType<typeof driveRollout>>;
beforeEach(async () => {
  rollout = await driveRollout(app);
});

/** Simulates workers that send nothing for the whole lease time. */
async function loseLeases(): Promise<void> {
  await app.database.pool.query(
    `UPDATE tasks SET lease_expires_at = now() - interval '1 s' WHERE status = 'running'`,
  );
  await app.dependencies.leases.takeBackLost();
}

// proves operation: startRollout
test('201 gives only the first tasks to a version that always crashes the browser', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5 });
  await rollout.submit(10);
  await forbidRetries(app);
  for (const lease of await claim(10)) await crash(lease);
  // Both versions lost all tasks, as in an outage: that decides nothing.
  const lost = { succeeded: 0, failed: 0, lost: 5 };
  expect(await rollout.read()).toMatchObject({
    state: 'running',
    new_results: lost,
    old_results: lost,
  });
  const later = await rollout.submit(3);
  expect(countVersion(later, 2)).toBe(0);
  await endAll(later, false);
});

test('201 returns to the previous version when the new one crashes the browser', async () => {
  await rollout.start({ percent: 50, min_tasks: 100 });
  const versions = await rollout.submit(40);
  await forbidRetries(app);
  for (const lease of await claim(40)) {
    const isNew = versions.get(lease.task_id) === 2;
    await (isNew ? crash(lease) : succeed(lease));
  }
  const { new_results: fresh, old_results: old, ...end } = await rollout.read();
  expect(end).toMatchObject({ current: 3, state: 'returned' });
  expect(fresh).toMatchObject({ succeeded: 0, failed: 0 });
  expect(Math.min(fresh.lost, old.succeeded)).toBeGreaterThanOrEqual(2);
});

test('201 counts a task as lost once its last worker stops renewing the lease', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5 });
  const versions = await rollout.submit(10);
  await app.database.pool.query(`UPDATE tasks SET max_retries = 1 WHERE status = 'queued'`);
  const lost = [...versions].filter(([, version]) => version === 2).map(([id]) => id);
  for (const lease of await claim(10)) {
    await startRun(lease);
    if (!lost.includes(lease.task_id)) await succeed(lease);
  }
  await loseLeases();
  expect(await rollout.read()).toMatchObject({ state: 'running', new_results: { lost: 0 } });
  for (const lease of await claim(lost.length)) await startRun(lease);
  await loseLeases();
  expect(await rollout.read()).toMatchObject({
    current: 3,
    state: 'returned',
    new_results: { succeeded: 0, failed: 0, lost: 5 },
    old_results: { succeeded: 5, failed: 0, lost: 0 },
  });
});

test('201 continues while the new version loses more tasks than the previous one', async () => {
  await rollout.start({ first_tasks: 6, min_tasks: 5 });
  const versions = await rollout.submit(12);
  await forbidRetries(app);
  const leases = await claim(12);
  const bad = leases.find(({ task_id: id }) => versions.get(id) === 2);
  if (!bad) throw new Error('No task of the new version was claimed.');
  await crash(bad);
  for (const lease of leases.filter((each) => each !== bad)) await succeed(lease);
  expect(await rollout.read()).toMatchObject({
    state: 'running',
    new_results: { succeeded: 5, failed: 0, lost: 1 },
    old_results: { succeeded: 6, failed: 0, lost: 0 },
  });
});

test('201 gives the places of lost tasks to later ones when the first task succeeds', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5, max_failure_rate_increase: 0.2 });
  const versions = await rollout.submit(10);
  await forbidRetries(app);
  const leases = await claim(10);
  const lost = leases.find(({ task_id: id }) => versions.get(id) === 2);
  if (!lost) throw new Error('No task of the new version was claimed.');
  await crash(lost);
  for (const lease of leases.filter((each) => each !== lost)) await succeed(lease);
  expect(await rollout.read()).toMatchObject({ state: 'running', new_results: { succeeded: 4 } });
  const later = await rollout.submit(3);
  expect(countVersion(later, 2)).toBe(1);
  await endAll(later, false);
  expect(await rollout.read()).toMatchObject({ state: 'completed', new_results: { succeeded: 5 } });
});
