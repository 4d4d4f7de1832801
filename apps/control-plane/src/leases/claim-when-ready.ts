import type { JobQueue } from '../queue/job-queue.ts';
import { permitQueue } from '../login-queues/permits.ts';
import { endAttempt } from './end-attempt.ts';
import type { Lease } from './lease.ts';
import { tryClaim, type ClaimDependencies } from './try-claim.ts';
import { createWaitingLine } from './waiting-line.ts';

/** Takes the best waiting task; undefined when none came up in `waitSeconds` or the signal fired. Throws TooManyClaimsError. */
export type Claim = (claim: {
  readonly workerId: string;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}) => Promise<Lease | undefined>;

/** Claims that wait for work in this process, woken by the queue. */
export function createClaim(
  dependencies: ClaimDependencies & { readonly queue: JobQueue },
  { maxWaiting }: { readonly maxWaiting: number },
): Claim {
  const line = createWaitingLine({ limit: maxWaiting });
  dependencies.queue.watch(permitQueue.name, line.callNext);

  return async function claim({ workerId, waitSeconds, signal }): Promise<Lease | undefined> {
    const waitMs = Math.round(waitSeconds * 1_000);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    for (;;) {
      // In line before looking, so that a permit which comes meanwhile is not missed.
      using place = line.join();
      const lease = await tryClaim(dependencies, workerId);
      if (lease) {
        // One notification may stand for several permits.
        line.callNext();
        if (!signal.aborted) return lease;
        // Nobody is there to take it: back to its place at once, instead of after a lease time.
        const { taskId, leaseEpoch } = lease;
        await endAttempt(dependencies, { taskId, leaseEpoch, workerId }, { ending: 'released' });
        return undefined;
      }
      if (!(await place.called(deadline))) return undefined;
    }
  };
}
