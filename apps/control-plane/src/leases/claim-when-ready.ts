import { openDeadline, pauseUntilAborted } from '@errand/foundation';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Bell } from '../transitions/bell.ts';
import { lanesOf } from '../transitions/permits.ts';
import { returnUnclaimed } from './end-attempt.ts';
import type { Lease } from './lease.ts';
import { tryClaim, type ClaimDependencies } from './try-claim.ts';
import { createWaitingLine } from './waiting-line.ts';

export interface ClaimingWorker {
  readonly workerId: string;
  /** Null: nobody can watch the worker's tasks. */
  readonly registrationId?: string | null;
  /**
   * Labels of the accounts that the worker serves; `default` stands for accounts without one.
   * Default: only `default`.
   */
  readonly labels?: readonly string[];
  /** Version of the worker protocol that the worker speaks. Default: this release's version. */
  readonly protocol?: number | undefined;
}

/**
 * Takes the best waiting task. Resolves with undefined if none arrives within `waitSeconds` or the
 * signal fires. Throws TooManyClaimsError.
 */
export type Claim = (
  claim: ClaimingWorker & { readonly waitSeconds: number; readonly signal: AbortSignal },
) => Promise<Lease | undefined>;

/**
 * Lets claims wait for work in this process. The queue wakes them, or the bell does when a warm
 * session got a permit.
 */
export function createClaim(
  dependencies: ClaimDependencies & {
    readonly queue: JobQueue;
    readonly bell: Pick<Bell, 'watch'>;
  },
  { maxWaiting }: { readonly maxWaiting: number },
): Claim {
  const { queue, bell } = dependencies;
  const line = createWaitingLine({ limit: maxWaiting });
  const watched = new Set<string>();
  const watchLane = (lane: string): void => {
    if (!watched.has(lane)) queue.watch(lane, () => line.callNext(lane));
    watched.add(lane);
  };

  return async function claim({ waitSeconds, signal, ...worker }): Promise<Lease | undefined> {
    const { workerId, registrationId = null, protocol } = worker;
    const waitMs = Math.round(waitSeconds * 1_000);
    using deadline = openDeadline(signal, waitMs);
    const lanes = lanesOf(worker.labels ?? []);
    lanes.forEach(watchLane);
    let isDraining = false;
    while (!signal.aborted) {
      // Join the line before looking, so that a permit sent in between is not missed.
      using place = line.join(lanes, protocol);
      using _ring = bell.watch(workerId, place.call);
      const lease = await tryClaim(
        dependencies,
        { workerId, registrationId, lanes, protocol },
        signal,
      );
      if (lease === 'draining') {
        isDraining = true;
        break;
      }
      if (lease) {
        // One notification may cover several permits.
        for (const lane of lanes) line.callNext(lane);
        if (!signal.aborted) return lease;
        // The caller is gone: release the task now instead of letting the lease expire.
        await returnUnclaimed(dependencies, { ...lease, workerId });
        return undefined;
      }
      place.callNewer();
      if (!(await place.called(deadline.signal))) return undefined;
    }
    if (isDraining) {
      // Wait outside the line: a place in it would take calls that other claims need.
      for (const lane of lanes) line.callNext(lane);
      await pauseUntilAborted(waitMs, deadline.signal);
    }
    return undefined;
  };
}
