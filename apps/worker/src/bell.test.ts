import { findFreePort } from '@errand/app-runtime';
import { openFleet, type Fleet, type WorkerProcess } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { valueOf } from './testing/read-figures.ts';

/** Without the bell, a worker would learn of a cancellation only after up to a third of this. */
const LEASE_SECONDS = 180;
const ADMIN_TOKEN = 'admin-token-of-the-bell-test-0123456789';

const resources = new AsyncDisposableStack();
let fleet: Fleet;
/** Another control plane of the same installation: the worker does not know it. */
let sibling: Awaited<ReturnType<Fleet['controlPlane']['startSibling']>>;
let worker: WorkerProcess;
let operators: string;

beforeAll(async () => {
  const settings = { LEASE_SECONDS: String(LEASE_SECONDS), ADMIN_TOKEN };
  fleet = resources.use(await openFleet(settings));
  sibling = resources.use(await fleet.controlPlane.startSibling());
  const port = String(await findFreePort());
  operators = `http://127.0.0.1:${port}`;
  worker = resources.use(await fleet.startWorker({ HEALTH_PORT: port }));
});
afterAll(() => resources[Symbol.asyncDispose]());

test('ends the browser of a cancelled task at once, whichever control plane received the cancellation', async () => {
  for (const controlPlane of [fleet.controlPlane, sibling]) {
    const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
    await fleet.untilStatus(task, 'running');
    const [browser] = worker.browsers();
    const { status } = await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    expect(status).toBe(202);
    // Takes two seconds on a quiet machine; even on a busy one it ends well before the next
    // heartbeat.
    await pollUntil('its browser is gone', () => !worker.browsers().includes(browser ?? 0), {
      deadlineMs: 15_000,
    });
    expect((await fleet.untilEnded(task)).status).toBe('cancelled');
  }
});

test('shows that an operator is draining it, finishes its task, and takes tasks again after the drain', async () => {
  await untilReady('ok');
  const held = await fleet.run([{ sleep_action: { sleep_time: 5 } }]);
  await fleet.untilStatus(held, 'running');
  await askOperator('drain');
  expect(await untilReady('unavailable')).toMatchObject({
    reasons: [
      expect.stringContaining(`\`errand admin workers resume ${worker.workerId} --reason TEXT\``),
    ],
  });
  expect(await isDraining()).toBe('1');
  const later = await fleet.run([{ sleep_action: { sleep_time: 0 } }], { login: 'eve' });
  expect((await fleet.untilEnded(held)).status).toBe('success');
  expect(await fleet.statusOf(later)).toBe('queued');
  expect((await fetch(`${operators}/health/live`)).status).toBe(200);

  await askOperator('drain/end');
  const { status, attempts } = await fleet.untilEnded(later);
  expect([status, attempts.length]).toEqual(['success', 1]);
  await untilReady('ok');
  expect(await isDraining()).toBe('0');
});

const untilReady = (state: 'ok' | 'unavailable') =>
  pollUntil(`the worker is ${state}`, async () => {
    const response = await fetch(`${operators}/health/ready`);
    const body = (await response.json()) as { readonly checks: { readonly worker: string } };
    const isExpected = body.checks.worker === state && (state !== 'ok' || response.ok);
    return isExpected ? body : undefined;
  });

async function isDraining(): Promise<string | undefined> {
  const metrics = await (await fetch(`${operators}/metrics`)).text();
  return valueOf(metrics, 'errand_worker_draining');
}

/** Asks the control plane that the worker does not speak to. */
async function askOperator(operation: 'drain' | 'drain/end'): Promise<void> {
  const url = `${sibling.url}/admin/v1/workers/${worker.workerId}/${operation}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ by: 'ann', reason: 'New kernel' }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}
