import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import {
  BrowserSandboxError,
  channelOf,
  type ClaimedTask,
  type ControlPlaneClient,
  type Lease,
  createMissingBrowserReports,
  type LeasedRun,
  type LeaseKeeper,
  listenForBell,
  type Session,
  type SlotBrowsers,
  type WarmSessions,
} from '@errand/task-runner';
import type { BrowserSandbox } from './browser-sandbox.ts';
import type { SlotBoard, SlotState } from './slot-board.ts';
import type { WorkLimit } from './work-limit.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const CLAIM_PAUSE_MS = 1_000;
/** Only an operator can give the machine a sandbox for browsers. */
const SANDBOX_PAUSE_MS = 60_000;

interface WorkerDependencies {
  readonly client: Pick<ControlPlaneClient, 'claim' | 'reporter' | 'waitForBell'>;
  readonly leaseKeeper: LeaseKeeper;
  /** Disposed after the last slot ends. */
  readonly warmSessions: WarmSessions;
  /** Called once per slot. */
  readonly openSlot: () => SlotBrowsers;
  /** Loads what the first task would have to load. Called when a browser is ready, and idempotent. */
  readonly loadEngine: () => Promise<void>;
  /** Runs one leased task through its report. Throws only on a bug. */
  readonly runTask: (run: LeasedRun, drained: AbortSignal) => Promise<'kept' | 'closed'>;
  readonly slots: SlotBoard;
  readonly browserSandbox: Pick<BrowserSandbox, 'works' | 'fails'>;
  readonly workLimit: Pick<WorkLimit, 'permit'>;
  readonly logger: Logger;
}

interface WorkerSignals {
  /** Fires to stop claiming and keeping browsers. */
  readonly draining: AbortSignal;
  /** Fires to release running tasks. */
  readonly drained: AbortSignal;
}

interface SlotDependencies extends WorkerDependencies {
  readonly browsers: SlotBrowsers;
  readonly reportMissingBrowser: ReturnType<typeof createMissingBrowserReports>;
}

/**
 * Claims and runs tasks on `slotCount` slots until `draining` fires and all slots are free. Each
 * slot keeps one browser ready, so that a task starts immediately. A browser serves one task, the
 * dedicated tasks of one login, or, with reuse, the tasks of one account in sequence.
 */
export async function runWorker(
  dependencies: WorkerDependencies,
  slotCount: number,
  signals: WorkerSignals,
): Promise<void> {
  const { leaseKeeper, warmSessions } = dependencies;
  const stopped = new AbortController();
  const reportMissingBrowser = createMissingBrowserReports(dependencies.client);
  const parts = { ...dependencies, reportMissingBrowser };
  const listening = { ...dependencies, onRing: leaseKeeper.ring };
  const running = [leaseKeeper.run(stopped.signal), listenForBell(listening, stopped.signal)];
  const drain = (): void => warmSessions.drain();
  signals.draining.addEventListener('abort', drain, { once: true });
  try {
    // Tasks in the other slots continue when one slot ends with an error.
    const slots = await Promise.allSettled(
      Array.from({ length: slotCount }, (_, number) => runSlot(number, parts, signals)),
    );
    const failed = slots.find((slot) => slot.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    await warmSessions[Symbol.asyncDispose]();
    stopped.abort();
    await Promise.all(running);
  }
}

async function runSlot(
  number: number,
  dependencies: Omit<SlotDependencies, 'browsers'>,
  signals: WorkerSignals,
): Promise<void> {
  const { logger, slots } = dependencies;
  using _slot = { [Symbol.dispose]: () => slots.leave(number) };
  await using browsers = dependencies.openSlot();
  let isPaused = false;
  const enter = (state: SlotState): void => {
    // Further attempts take time as well: the slot stays paused until a browser is ready.
    if (state === 'starting' && isPaused) return;
    isPaused = state === 'paused';
    slots.enter(number, state);
  };
  let pauseMs = FIRST_PAUSE_MS;
  while (!signals.draining.aborted) {
    try {
      await serveOnce({ ...dependencies, browsers }, enter, signals);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      enter('paused');
      if (error instanceof BrowserSandboxError) {
        dependencies.browserSandbox.fails(error);
        await pauseUntilAborted(SANDBOX_PAUSE_MS, signals.draining);
        continue;
      }
      logger.error('slot is paused', { error, pauseMs });
      await pauseUntilAborted(pauseMs, signals.draining);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

/**
 * Keeps one fresh browser until a task has used it. Tasks with a warm or dedicated browser run
 * without using it up. A browser that dies while idle is replaced before anything is claimed.
 */
async function serveOnce(
  dependencies: SlotDependencies,
  enter: (state: SlotState) => void,
  signals: WorkerSignals,
): Promise<void> {
  enter('starting');
  const startedAt = performance.now();
  await using owned = new AsyncDisposableStack();
  const spare = owned.use(await openSpare(dependencies, signals));
  if (!spare) return;
  dependencies.browserSandbox.works();
  void dependencies.loadEngine();
  dependencies.logger.info('browser ready', {
    milliseconds: Math.round(performance.now() - startedAt),
  });
  while (!signals.draining.aborted && spare.isAlive()) {
    enter('idle');
    const unwanted = AbortSignal.any([signals.draining, spare.ended]);
    using permit = await dependencies.workLimit.permit(unwanted);
    const claimed = permit && (await claim(dependencies, unwanted));
    if (!claimed) continue;
    permit.use();
    enter('busy');
    const { usesSpare, session } = await serveTask(dependencies, { claimed, spare, signals });
    if (!usesSpare) continue;
    // The warm sessions own the browser now.
    if (session === 'kept') owned.move();
    return;
  }
}

/** Undefined: the worker is draining, which stops the start of a browser. */
async function openSpare(
  { browsers }: SlotDependencies,
  { draining }: WorkerSignals,
): Promise<Session | undefined> {
  const [opened] = await Promise.allSettled([browsers.openSpare(draining)]);
  if (opened.status === 'fulfilled') return opened.value;
  if (draining.aborted) return undefined;
  throw opened.reason;
}

/**
 * Holds the lease from the start, because finding its browser may take a while. A task that neither
 * a warm browser nor the spare one can serve gets a dedicated one.
 */
async function serveTask(
  dependencies: SlotDependencies,
  work: {
    readonly claimed: ClaimedTask;
    readonly spare: Session;
    readonly signals: WorkerSignals;
  },
): Promise<{ readonly usesSpare: boolean; readonly session: 'kept' | 'closed' }> {
  const { browsers, leaseKeeper, warmSessions, runTask } = dependencies;
  const { lease, close_sessions: closed } = work.claimed;
  const { drained } = work.signals;
  using held = leaseKeeper.hold(lease);
  await warmSessions.end(closed, 'told');
  const warm = await takeWarm(warmSessions, lease);
  const unwanted = AbortSignal.any([held.lost, held.cancelled, drained]);
  const opening = warm ? warm : browsers.openFor(lease, work.spare, unwanted);
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status === 'rejected') {
    await dependencies.reportMissingBrowser({ lease, held, drained }, opened.reason);
    if (unwanted.aborted) return { usesSpare: false, session: 'closed' };
    throw opened.reason;
  }
  const other = opened.value;
  if (!other) {
    const run = { lease, held, session: work.spare, isWarm: false };
    return { usesSpare: true, session: await runTask(run, drained) };
  }
  await using owned = new AsyncDisposableStack();
  owned.use(other);
  const isWarm = other === warm;
  const session = await runTask({ lease, held, session: other, isWarm }, drained);
  if (session === 'kept') owned.move();
  return { usesSpare: false, session };
}

/** A warm browser of another channel cannot be reused: it is closed, and the task starts fresh. */
async function takeWarm(warmSessions: WarmSessions, lease: Lease): Promise<Session | undefined> {
  if (lease.session?.is_new !== false) return undefined;
  const warm = await warmSessions.take(lease.session.session_id);
  if (!warm || warm.channel === channelOf(lease)) return warm;
  await warm[Symbol.asyncDispose]();
  return undefined;
}

/**
 * Claims a task. When the control plane is unreachable, retries after a pause; the browser stays.
 */
async function claim(
  { client, logger }: WorkerDependencies,
  signal: AbortSignal,
): Promise<ClaimedTask | undefined> {
  try {
    return await client.claim(signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    logger.warn('control plane did not respond to a claim', { error });
    await pauseUntilAborted(CLAIM_PAUSE_MS, signal);
    return undefined;
  }
}
