import { createDeadline, settlesWithin } from '../../deadline.ts';
import type { NetworkCall } from './network-call.ts';
import type { NetworkLog } from './network-log.ts';

/** A call that has not started within this time is not waited for. */
const BEGINS_WITHIN_MS = 5000;
/** A call that has started gets this long. */
export const ENDS_WITHIN_MS = 30_000;

export interface CallSearch {
  /** Text that the address contains. */
  readonly urlPart: string;
  /** Whether the call has everything that the caller needs. */
  readonly isComplete: (call: NetworkCall) => boolean;
  /** Returns as soon as one call is complete; otherwise waits for those that have started. */
  readonly isOneEnough: boolean;
}

/**
 * Returns the complete calls since the last interaction, in the order in which they started; and,
 * unless one is enough, those that have not ended in time. Throws `LimitExceededError` rather than
 * leave one out.
 */
export async function waitForCalls(
  log: NetworkLog,
  search: CallSearch,
  signal: AbortSignal,
): Promise<readonly NetworkCall[]> {
  const found = await findCalls(log, search, signal);
  if (found.length === 0 || !search.isOneEnough) log.assertNoneLost(search.urlPart);
  return found;
}

async function findCalls(
  log: NetworkLog,
  { urlPart, isComplete, isOneEnough }: CallSearch,
  signal: AbortSignal,
): Promise<readonly NetworkCall[]> {
  const deadline = createDeadline(ENDS_WITHIN_MS, signal);
  for (;;) {
    const matching = log.calls().filter(({ url }) => url.includes(urlPart));
    const complete = matching.filter(isComplete);
    const isComing = matching.some((call) => call.isOpen && !isComplete(call));
    if (complete.length > 0 && (isOneEnough || !isComing)) return complete;
    const boundMs = isComing ? ENDS_WITHIN_MS : BEGINS_WITHIN_MS;
    const restMs = boundMs - deadline.elapsedMs();
    if (restMs <= 0) {
      return isOneEnough ? complete : matching.filter((call) => call.isOpen || isComplete(call));
    }
    await settlesWithin(log.nextChange(), restMs, signal);
  }
}
