import { listen } from '@errand/app-runtime';
import {
  findChromium,
  limitMemory,
  pollUntil,
  startCuttableProxy,
  startOwnPostgres,
  type CuttableProxy,
  type OwnPostgres,
} from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFleet, type Fleet, type WorkerProcess } from '@errand/task-runner/testing';

/** Short, so that a lost lease is noticed soon; long enough for a busy machine. */
const LEASE_SECONDS = 10;
const LONGER_THAN_A_LEASE_MS = (LEASE_SECONDS + 2) * 1_000;

let postgres: OwnPostgres;
let fleet: Fleet;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  fleet = await openFleet({ LEASE_SECONDS: String(LEASE_SECONDS) }, { databaseUrl: postgres.url });
});

afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const sleep = (seconds: number) => [{ sleep_action: { sleep_time: seconds } }];

test('continues, and keeps waiting for a person, through a database outage longer than a lease', async () => {
  await using _worker = await fleet.startWorker({ WORKER_SLOTS: '2' });
  const waiting = await fleet.run([{ human_in_loop_action: { max_wait_time: 120 } }]);
  const untilWaiting = () =>
    pollUntil(
      'it waits',
      async () => (await fleet.detailOf(waiting)).waiting_for_human ?? undefined,
      { deadlineMs: 30_000 },
    );
  const { since } = await untilWaiting();
  const sleeping = await fleet.run(sleep(3), { login: 'bob' });
  await fleet.untilStatus(sleeping, 'running');
  await postgres.stop();
  await delay(LONGER_THAN_A_LEASE_MS);
  await postgres.start();
  expect((await untilWaiting()).since).toBe(since);
  const { status } = await fleet.controlPlane.call('POST', `/api/v1/tasks/${waiting}/resume`, {});
  expect(status).toBe(200);
  for (const task of [sleeping, waiting]) {
    const ended = await fleet.untilEnded(task);
    expect([ended.status, ended.retry_count, ended.attempts.length]).toEqual(['success', 0, 1]);
  }
  const next = await fleet.run(sleep(0));
  expect((await fleet.untilEnded(next)).status).toBe('success');
});

describe('on one worker, in sequence', () => {
  const owned = new AsyncDisposableStack();
  let proxy: CuttableProxy;
  let worker: WorkerProcess;
  beforeAll(async () => {
    proxy = owned.use(await startCuttableProxy(fleet.controlPlane.workerUrl));
    const settings = { CONTROL_PLANE_URL: proxy.url, OUTAGE_SECONDS: '1' };
    worker = owned.use(await fleet.startWorker(settings));
  });
  afterAll(() => owned.disposeAsync());

  test('retries when the browser dies', async () => {
    const task = await fleet.run(sleep(2));
    await fleet.untilStatus(task, 'running');
    for (const processId of worker.browsers()) process.kill(processId, 'SIGKILL');
    const { status, retry_count, attempts } = await fleet.untilEnded(task);
    expect([status, retry_count]).toEqual(['success', 1]);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'success']);
  });

  test('gives up a task when the database is unreachable for longer than OUTAGE_SECONDS', async () => {
    const task = await fleet.run(sleep(600));
    await fleet.untilStatus(task, 'running');
    const [browser] = worker.browsers();
    await postgres.stop();
    await pollUntil('its browser is gone', () => !worker.browsers().includes(browser ?? 0), {
      deadlineMs: 30_000,
    });
    await postgres.start();
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    expect((await fleet.untilEnded(task)).status).toBe('cancelled');
  });

  test('stops a task whose lease expired while suspended, then continues', async () => {
    const task = await fleet.run(sleep(4));
    await fleet.untilStatus(task, 'running');
    const [browser] = worker.browsers();
    process.kill(worker.processId ?? 0, 'SIGSTOP');
    await using second = await fleet.startWorker();
    await untilAttempts(task, 2);
    process.kill(worker.processId ?? 0, 'SIGCONT');
    await pollUntil('its browser is gone', () => !worker.browsers().includes(browser ?? 0));
    const { status, attempts } = await fleet.untilEnded(task);
    expect([status, attempts.map(({ outcome }) => outcome)]).toEqual([
      'success',
      ['lost', 'success'],
    ]);
    await second[Symbol.asyncDispose]();
    const next = await fleet.run(sleep(0));
    expect((await fleet.untilEnded(next)).status).toBe('success');
  });

  test('loses a task after the lease time when the network is cut, and continues when it is back', async () => {
    const task = await fleet.run(sleep(600));
    await fleet.untilStatus(task, 'running');
    const [browser] = worker.browsers();
    proxy.cut();
    const cutAt = performance.now();
    await fleet.untilStatus(task, 'queued');
    // One lease time plus a pass of the reaper, with margin for a busy machine.
    expect(performance.now() - cutAt).toBeLessThan((LEASE_SECONDS + 3) * 1_000);
    await pollUntil('its browser is gone', () => !worker.browsers().includes(browser ?? 0));
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    proxy.mend();
    const next = await fleet.run(sleep(0));
    expect((await fleet.untilEnded(next)).status).toBe('success');
  });
});

test('exits with 0 after its last task, and takes no more tasks than it may', async () => {
  const settings = { WORKER_SLOTS: '2', WORKER_MAX_TASKS: '3', DRAIN_SECONDS: '0' };
  const tasks = await Promise.all(
    ['ann', 'bob', 'eve', 'joe'].map((login) =>
      fleet.run([{ sleep_action: { sleep_time: 1 } }], { login }),
    ),
  );
  await using worker = await fleet.startWorker(settings);
  expect(await worker.failed).toContain('(status 0)');
  const statuses = await Promise.all(tasks.map(fleet.statusOf));
  expect(statuses.toSorted()).toEqual(['queued', 'success', 'success', 'success']);
  expect(worker.processes()).toEqual([]);
  await using next = await fleet.startWorker({ WORKER_IDLE_EXIT_SECONDS: '15' });
  expect((await Promise.all(tasks.map(fleet.untilEnded))).map(({ status }) => status)).toEqual([
    'success',
    'success',
    'success',
    'success',
  ]);
  expect(await next.failed).toContain('(status 0)');
});

test('releases a task that outlasts DRAIN_SECONDS, and another worker finishes it', async () => {
  await using first = await fleet.startWorker({ DRAIN_SECONDS: '2' });
  const task = await fleet.run(sleep(8));
  await fleet.untilStatus(task, 'running');
  process.kill(first.processId ?? 0, 'SIGTERM');
  expect(await first.failed).toContain('(status 0)');
  expect(await fleet.statusOf(task)).toBe('queued');
  await pollUntil('no process is left', () => first.processes().length === 0);

  await using _second = await fleet.startWorker();
  const { status, retry_count, attempts } = await fleet.untilEnded(task);
  expect([status, retry_count]).toEqual(['success', 0]);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['released', 'success']);
});

test('releases a task until its browser starts, and sees a cancellation in between', async () => {
  const chrome = join(fleet.directory, 'chrome');
  const start = (script: string) =>
    writeFileSync(chrome, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await using worker = await fleet.startWorker({ CHROME_PATH: chrome });
  const options = { automation: { browser_channel: 'chrome' } };
  start('exit 1');
  const broken = await fleet.run(sleep(0), options);
  const isReleasedOften = async () => {
    const { attempts } = await fleet.detailOf(broken);
    return attempts.filter(({ outcome }) => outcome === 'released').length > 4;
  };
  await pollUntil('it goes back more often than it may be retried', isReleasedOften, {
    // Each attempt comes later than the one before.
    deadlineMs: 120_000,
  });
  start(`exec "${findChromium()}" "$@"`);
  const { status, attempts } = await fleet.untilEnded(broken);
  expect([status, attempts.at(-1)?.outcome]).toEqual(['success', 'success']);

  start('sleep 120; exit 1');
  const hanging = await fleet.run(sleep(0), options);
  await pollUntil('its browser starts', () =>
    worker.processes().some((line) => line.includes(`${chrome} --`)),
  );
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${hanging}/cancel`);
  const cancelled = await fleet.untilEnded(hanging);
  expect([cancelled.status, cancelled.attempts.length]).toEqual(['cancelled', 1]);
  const next = await fleet.run(sleep(0));
  expect((await fleet.untilEnded(next)).status).toBe('success');
});

test('loses the task to another worker when killed, and leaves no process behind', async () => {
  const first = await fleet.startWorker();
  const task = await fleet.run([{ sleep_action: { sleep_time: 4 } }]);
  await fleet.untilStatus(task, 'running');
  process.kill(first.processId ?? 0, 'SIGKILL');
  await using _second = await fleet.startWorker();
  const { status, retry_count, attempts } = await fleet.untilEnded(task);
  expect([status, retry_count]).toEqual(['success', 1]);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['lost', 'success']);
  await pollUntil('its browser and display are gone', () => first.processes().length === 0);
});

test('reports out of memory when the system kills a page for it, and does not retry', async () => {
  const settings = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  await using site = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<script>
      const kept = [];
      setInterval(() => kept.push(new Uint8Array(${64 * 1024 ** 2}).fill(1)), 20);
    </script>`);
  }, settings);
  await using group = limitMemory(700);
  await using worker = await fleet.startWorker({ SESSION_MEMORY_GROUPS: 'off' });
  const [outside] = await pollUntil('its first browser has started', () => {
    const browsers = worker.browsers();
    return browsers.length > 0 && browsers;
  });
  group.add(worker.processId ?? 0);
  process.kill(outside ?? 0, 'SIGKILL');
  await pollUntil('its next browser belongs to the group', () => {
    const members = group.processes();
    return worker.browsers().some((browser) => members.includes(browser));
  });
  const task = await fleet.run([{ sleep_action: { sleep_time: 100 } }], { url: site.url });
  const { status, error_class, error, retry_count } = await fleet.untilEnded(task);
  expect([status, error_class, retry_count]).toEqual(['failed', 'out_of_memory', 0]);
  expect(error).toContain('has used up its memory of 700 MiB.');
});

async function untilAttempts(taskId: string, count: number): Promise<void> {
  await pollUntil(
    `attempt ${count} has begun`,
    async () => (await fleet.detailOf(taskId)).attempts.length >= count,
    { deadlineMs: 40_000 },
  );
}
