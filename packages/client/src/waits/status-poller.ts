import type { ErrandSchemas } from '../api-schemas.ts';
import { isEnded } from '../events/task-event.ts';
import { openPatience } from '../transport/patience.ts';
import { pause } from '../transport/pause.ts';
import { isTemporary } from '../transport/read-error.ts';

type Status = ErrandSchemas['TaskStatusData'];

/** Maximum IDs in one request; a limit of the API. */
const BATCH = 50;
const INTERVAL_MS = 2_000;
/** Waits that begin together share their first request. */
const GATHERING_MS = 20;

interface PollerParts {
  readonly ask: (
    taskIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<ErrandSchemas['BatchTaskStatus']>;
  /** The error for an ID without a task. */
  readonly notFound: (taskId: string) => Error;
  /** How long all requests may fail before the waits do, without time asleep. */
  readonly patienceMs: number;
}

interface Waiter {
  readonly resolve: (status: Status) => void;
  readonly reject: (reason: unknown) => void;
}

/** The waiters of each task. */
type Waiters = Map<string, Set<Waiter>>;

export interface StatusPoller {
  /** Resolves when the task has ended. Rejects with the signal's reason. */
  readonly untilEnded: (taskId: string, signal: AbortSignal) => Promise<Status>;
}

/**
 * Asks for the status of all awaited tasks, in batches. Sends nothing while nobody
 * waits.
 */
export function createStatusPoller(parts: PollerParts): StatusPoller {
  const waiters: Waiters = new Map();
  let running: AbortController | undefined;
  const add = (taskId: string, waiter: Waiter): void => {
    waiters.set(taskId, (waiters.get(taskId) ?? new Set()).add(waiter));
    if (running) return;
    running = new AbortController();
    // The poll ends only when it is stopped.
    poll(parts, waiters, running.signal).catch(() => undefined);
  };
  const remove = (taskId: string, waiter: Waiter): void => {
    const others = waiters.get(taskId);
    others?.delete(waiter);
    if (others?.size === 0) waiters.delete(taskId);
    if (waiters.size > 0) return;
    running?.abort();
    running = undefined;
  };
  return {
    async untilEnded(givenId, signal) {
      signal.throwIfAborted();
      // Responses contain IDs in lower case.
      const taskId = givenId.toLowerCase();
      const { promise, ...waiter } = openPromise<Status>();
      const onAbort = (): void => waiter.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      add(taskId, waiter);
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
        remove(taskId, waiter);
      }
    },
  };
}

async function poll(parts: PollerParts, waiters: Waiters, signal: AbortSignal): Promise<void> {
  const patience = openPatience(parts.patienceMs);
  await pause(GATHERING_MS, signal);
  for (;;) {
    for (const taskIds of inBatches([...waiters.keys()])) {
      const error = await settle(parts, { waiters, taskIds, signal });
      if (error === undefined) {
        patience.restore();
        continue;
      }
      const isOver = patience.isOverAfterFailure();
      if (isTemporary(error) && !isOver) continue;
      taskIds.forEach((taskId) => tell(waiters, taskId, ({ reject }) => reject(error)));
    }
    await pause(INTERVAL_MS * (0.75 + Math.random() / 2), signal);
  }
}

interface Batch {
  readonly waiters: Waiters;
  readonly taskIds: readonly string[];
  readonly signal: AbortSignal;
}

/** Asks for one batch and settles what has ended. Returns the error if the request failed. */
async function settle(
  { ask, notFound }: PollerParts,
  { waiters, taskIds, signal }: Batch,
): Promise<unknown> {
  try {
    const { tasks, not_found_task_ids: unknown } = await ask(taskIds, signal);
    for (const task of tasks) {
      if (isEnded(task.status)) tell(waiters, task.task_id, ({ resolve }) => resolve(task));
    }
    for (const taskId of unknown) {
      tell(waiters, taskId, ({ reject }) => reject(notFound(taskId)));
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return error;
  }
}

function tell(waiters: Waiters, taskId: string, act: (waiter: Waiter) => void): void {
  waiters.get(taskId)?.forEach(act);
}

/** Does the same as Promise.withResolvers, which Node 20 lacks. */
function openPromise<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}

function inBatches(taskIds: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(taskIds.length / BATCH) }, (_, index) =>
    taskIds.slice(index * BATCH, (index + 1) * BATCH),
  );
}
