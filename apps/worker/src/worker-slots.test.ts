import { createLogger } from '@errand/app-runtime';
import {
  createLeaseKeeper,
  createLocalClient,
  type Lease,
  type Session,
  WarmSessions,
} from '@errand/task-runner';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { createBrowserSandbox } from './browser-sandbox.ts';
import { createSlotBoard } from './slot-board.ts';
import { createWorkLimit } from './work-limit.ts';
import { runWorker } from './worker.ts';

type Dependencies = Parameters<typeof runWorker>[0];
type SlotBrowsers = ReturnType<Dependencies['openSlot']>;

test('a slot whose browser does not start stays paused while it tries again', async () => {
  let starts = 0;
  const worker = startWorker({
    openSpare: async (signal) => {
      starts += 1;
      if (starts === 1) throw new Error('Chromium shows no page.');
      return stopped(signal);
    },
  });
  await pollUntil('it tries again', () => starts === 2);
  expect([worker.slots.count('paused'), worker.slots.count('starting')]).toEqual([1, 0]);
  worker.drain();
  await worker.ended;
  expect(worker.problems).toEqual([['slot is paused', 'Chromium shows no page.']]);
});

test('reports the error of the last task that the worker may run', async () => {
  const worker = startWorker({
    openSpare: async () => spare(),
    runTask: async () => {
      throw new Error('The task runner has a bug.');
    },
  });
  await worker.ended;
  expect(worker.problems).toEqual([['slot is paused', 'The task runner has a bug.']]);
});

test('lets the other slots finish when a slot cannot end its browsers', async () => {
  const order: string[] = [];
  const worker = startWorker({
    openSpare: stopped,
    disposals: [
      async () => {
        throw new Error('EBUSY');
      },
      async () => {
        await delay(50);
        order.push('second slot');
      },
    ],
  });
  worker.drain();
  await expect(worker.ended.finally(() => order.push('worker'))).rejects.toThrow('EBUSY');
  expect(order).toEqual(['second slot', 'worker']);
});

/** Starts a worker with a slot per entry of `disposals`, for one task, without a control plane. */
function startWorker({
  openSpare,
  runTask = async () => 'closed',
  disposals = [async () => {}],
}: Pick<SlotBrowsers, 'openSpare'> &
  Partial<Pick<Dependencies, 'runTask'>> & {
    readonly disposals?: readonly (() => Promise<void>)[];
  }) {
  const problems: [string, string][] = [];
  const logger = Object.assign(createLogger({ name: 'test', level: 'error' }), {
    error: (message: string, { error }: { readonly error: Error }) =>
      void problems.push([message, error.message]),
  });
  const away = createLocalClient({ url: 'http://127.0.0.1:1', workerId: 'w' }, 'key');
  const client = {
    ...away,
    claim: async () => ({ lease, close_sessions: [], protocol: 1, min_protocol: 1 }),
    waitForBell: stopped,
  };
  const warmSessions = new WarmSessions({ client, limit: 0, logger });
  const workLimit = createWorkLimit({ maxTasks: 1, idleExitMs: undefined });
  const draining = new AbortController();
  const drain = (): void => draining.abort();
  void workLimit.over.then(drain);
  const slots = createSlotBoard();
  const waiting = [...disposals];
  const dependencies = {
    client,
    warmSessions,
    leaseKeeper: createLeaseKeeper({ client, warmSessions, outageMs: 0, logger }),
    loadEngine: async () => undefined,
    openSlot: (): SlotBrowsers => ({
      openSpare,
      openFor: async () => undefined,
      [Symbol.asyncDispose]: waiting.shift() ?? (async () => {}),
    }),
    runTask,
    slots,
    browserSandbox: createBrowserSandbox(logger, false),
    workLimit,
    logger,
  };
  const signals = { draining: draining.signal, drained: new AbortController().signal };
  return { slots, problems, drain, ended: runWorker(dependencies, disposals.length, signals) };
}

function spare(): Session {
  const ended = new AbortController().signal;
  const used: Partial<Session> = {
    ended,
    isAlive: () => true,
    [Symbol.asyncDispose]: async () => {},
  };
  return used as Session;
}

/** Rejects when the signal fires. */
async function stopped(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('It was stopped.')), { once: true });
  return promise;
}

const lease = {
  task_id: 't',
  lease_epoch: 1,
  lease_secret: 's',
  lease_seconds: 60,
  session: null,
  task: {},
} as Lease;
