import type { LoopIteration } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';

/** How an iteration ended, for the loop status. */
export function describeEnd(
  failure: RunFailure | undefined,
): Pick<LoopIteration, 'status' | 'error'> {
  return failure ? { status: 'error', error: failure.message } : { status: 'success' };
}
