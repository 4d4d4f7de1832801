import { expect, test } from '@jest/globals';
import type { Lease } from './control-plane-client.ts';
import type { HeldLease } from './held-lease.ts';
import { createMissingBrowserReports } from './report-missing-browser.ts';

const never = new AbortController().signal;
const over = AbortSignal.abort();

/** Reports a missing browser, and returns what the control plane would see. */
function createReports() {
  const clock = { now: 0 };
  const seen: unknown[] = [];
  const reporter = {
    release: async (reason: string) => void seen.push(reason),
    fail: async (failure: { class: string; message: string; retry: string }) => {
      seen.push([failure.class, failure.retry, failure.message]);
    },
  };
  const report = createMissingBrowserReports(
    { reporter: () => reporter as never },
    () => clock.now,
  );
  const lack = async (taskId: string, { drained = never, cancelled = never } = {}) => {
    const lease = { task_id: taskId } as Lease;
    const held = { lost: never, cancelled, beginEnd: () => undefined } as unknown as HeldLease;
    await report({ lease, held, drained }, new Error('no chrome'));
    return seen.splice(0);
  };
  return { clock, lack };
}

test('gives back a task for a minute, then fails it, and starts over with a retry', async () => {
  const { clock, lack } = createReports();
  for (const at of [0, 1, 30_000, 59_999]) {
    clock.now = at;
    expect(await lack('a')).toEqual(['unfit']);
  }
  clock.now = 60_000;
  expect(await lack('b')).toEqual(['unfit']);
  const message = 'The browser for the task did not start: no chrome';
  expect(await lack('a')).toEqual([['browser_crashed', 'infrastructure', message]]);
  expect(await lack('a')).toEqual(['unfit']);
  // The task ran elsewhere for an hour.
  clock.now += 3_600_000;
  expect(await lack('a')).toEqual(['unfit']);
});

test('never fails a task while the worker is draining, nor one that is cancelled', async () => {
  const { clock, lack } = createReports();
  for (const at of [0, 30_000, 59_000]) {
    clock.now = at;
    await lack('a');
  }
  clock.now = 61_000;
  expect(await lack('a', { drained: over })).toEqual(['drain']);
  expect(await lack('a', { cancelled: over })).toEqual(['unfit']);
});
