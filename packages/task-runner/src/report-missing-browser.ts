import { CodedError } from '@errand/foundation';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';
import type { HeldLease } from './held-lease.ts';
import { NO_OUTPUT } from './report-end.ts';
import { describeFailure } from './task-failure.ts';

/** Attempts of a task that cost it no retry when no browser starts for it. */
const FREE_ATTEMPTS = 3;

/** No browser started for a claimed task. Another machine may have one. */
class BrowserStartError extends CodedError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';

  constructor(cause: unknown) {
    const reason = Error.isError(cause) ? cause.message : String(cause);
    super(`The browser for the task did not start: ${reason}`, { cause });
  }
}

/**
 * Gives a claimed task up before its start, because its browser did not start: `error` says why.
 * The queue gets the task back, or its cancellation is completed. A task that has been given back
 * often fails instead, so that it cannot go round for ever.
 */
export async function reportMissingBrowser(
  client: Pick<ControlPlaneClient, 'reporter'>,
  {
    lease,
    held,
    drained,
  }: { readonly lease: Lease; readonly held: HeldLease; readonly drained: AbortSignal },
  error: unknown,
): Promise<void> {
  if (held.lost.aborted) return;
  held.beginEnd();
  const reporter = client.reporter(lease, held.lost);
  const isWanted = !drained.aborted && !held.cancelled.aborted;
  try {
    if (isWanted && lease.task.attempt > FREE_ATTEMPTS) {
      await reporter.fail(describeFailure(new BrowserStartError(error)), NO_OUTPUT);
    } else {
      await reporter.release(drained.aborted ? 'drain' : 'unfit');
    }
  } catch (refusal) {
    // An aborted call also means that the lease is lost.
    if (!held.lost.aborted && !(refusal instanceof LeaseLostError)) throw refusal;
  }
}
