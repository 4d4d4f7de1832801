import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { openFleet } from '@errand/task-runner/testing';

/** Without the bell, a worker would learn of a cancellation only within a third of this. */
const LEASE_SECONDS = 180;

test('ends the browser of a cancelled task at once, whichever control plane received the cancellation', async () => {
  await using fleet = await openFleet({ LEASE_SECONDS: String(LEASE_SECONDS) });
  await using sibling = await fleet.controlPlane.startSibling();
  await using worker = await fleet.startWorker();
  for (const controlPlane of [fleet.controlPlane, sibling]) {
    const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
    await fleet.untilStatus(task, 'running');
    const [browser] = worker.browsers();
    const { status } = await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    expect(status).toBe(202);
    // Two seconds on a quiet machine, and well before the next heartbeat on any.
    await pollUntil('its browser is gone', () => !worker.browsers().includes(browser ?? 0), {
      deadlineMs: 15_000,
    });
    expect((await fleet.untilEnded(task)).status).toBe('cancelled');
  }
});
