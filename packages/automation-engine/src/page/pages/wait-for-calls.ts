import { createDeadline, settlesWithin } from '../../deadline.ts';
import type { NetworkCall } from './network-call.ts';
import type { NetworkLog } from './network-log.ts';

/** A call that has not begun by then is not waited for. */
const beginsWithinMs = 5000;
/** A call that has begun is waited for this long, as long as there is no other one. */
const endsWithinMs = 30_000;

export interface CallSearch {
  /** Text that the address contains. */
  readonly urlPart: string;
  /** The call has all that the caller needs of it. */
  readonly isComplete: (call: NetworkCall) => boolean;
  /** Goes on as soon as one call is complete; else those that have begun may end first. */
  readonly isOneEnough: boolean;
}

/** Complete calls since the last interaction, in the order in which they began; none if none came in time. */
export async function waitForCalls(
  log: NetworkLog,
  { urlPart, isComplete, isOneEnough }: CallSearch,
  signal: AbortSignal,
): Promise<readonly NetworkCall[]> {
  const deadline = createDeadline(endsWithinMs, signal);
  for (;;) {
    const matching = log.calls().filter(({ url }) => url.includes(urlPart));
    const complete = matching.filter(isComplete);
    const isComing = matching.some((call) => call.isOpen && !isComplete(call));
    if (complete.length > 0 && (isOneEnough || !isComing)) return complete;
    const boundMs = complete.length === 0 && isComing ? endsWithinMs : beginsWithinMs;
    const restMs = boundMs - deadline.elapsedMs();
    if (restMs <= 0) return complete;
    await settlesWithin(log.nextChange(), restMs, signal);
  }
}
