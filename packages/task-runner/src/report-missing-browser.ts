import { CodedError } from '@errand/foundation';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';
import type { HeldLease } from './held-lease.ts';
import { NO_OUTPUT } from './report-end.ts';
import { describeFailure } from './task-failure.ts';

/**
 * How long this worker gives back a task that it has no browser for: as long as a lease lasts by
 * default, so that a worker on another machine can take it.
 */
const GIVE_BACK_MS = 60_000;
const MOST_TASKS = 1_000;

/** No browser started for a claimed task. Another machine may have one. */
class BrowserStartError extends CodedError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';

  constructor(cause: unknown) {
    const reason = Error.isError(cause) ? cause.message : String(cause);
    super(`The browser for the task did not start: ${reason}`, { cause });
  }
}

interface ClaimedWork {
  readonly lease: Lease;
  readonly held: HeldLease;
  readonly drained: AbortSignal;
}

/**
 * Returns a function that gives up a claimed task before its start, because its browser did not
 * start: `error` says why. The queue gets the task back, or its cancellation is completed. A task
 * that has no browser here for a minute fails instead, so that it cannot be passed around forever.
 */
export function createMissingBrowserReports(
  client: Pick<ControlPlaneClient, 'reporter'>,
  now: () => number = Date.now,
): (work: ClaimedWork, error: unknown) => Promise<void> {
  /** When this worker had no browser for a task: the first time in a row, and the last time. */
  const misses = new Map<string, { readonly first: number; readonly last: number }>();
  const isGivenBack = (taskId: string): boolean => {
    const last = now();
    const known = misses.get(taskId);
    // The task waited, or ran elsewhere, in the meantime.
    const isNew = known === undefined || last - known.last >= GIVE_BACK_MS;
    const first = isNew ? last : known.first;
    const isOver = last - first >= GIVE_BACK_MS;
    misses.delete(taskId);
    if (!isOver) misses.set(taskId, { first, last });
    const [oldest] = misses.keys();
    if (misses.size > MOST_TASKS && oldest !== undefined) misses.delete(oldest);
    return !isOver;
  };
  return async ({ lease, held, drained }, error) => {
    if (held.lost.aborted) return;
    held.beginEnd();
    const reporter = client.reporter(lease, held.lost);
    const isWanted = !drained.aborted && !held.cancelled.aborted;
    try {
      if (isWanted && !isGivenBack(lease.task_id)) {
        await reporter.fail(describeFailure(new BrowserStartError(error)), NO_OUTPUT);
      } else {
        await reporter.release(drained.aborted ? 'drain' : 'unfit');
      }
    } catch (refusal) {
      // An aborted call also means that the lease is lost.
      if (!held.lost.aborted && !(refusal instanceof LeaseLostError)) throw refusal;
    }
  };
}
