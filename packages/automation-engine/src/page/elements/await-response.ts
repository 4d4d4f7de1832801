import { type LocatorExpression, showLocator } from '@errand/locators';
import { createDeadline, settlesWithin } from '../../deadline.ts';
import { NotActionableError } from '../../errors.ts';

/**
 * A page or a frame that has not responded for this long is silent: what it shows is unknown. As
 * long as a page may be unresponsive.
 */
export const RESPONDS_WITHIN_MS = 20_000;

interface ResponseWait {
  readonly expression: LocatorExpression;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns what a call in the page returns. Throws `NotActionableError` if the page does not respond
 * in time: a frame of another site that hangs never responds.
 */
export async function awaitResponse<Value>(
  call: Promise<Value>,
  { expression, timeoutMs, signal }: ResponseWait,
): Promise<Value> {
  const { elapsedMs } = createDeadline(timeoutMs, signal);
  if (await settlesWithin(call, timeoutMs, signal)) return call;
  throw describeSilence(expression, elapsedMs());
}

export function describeSilence(
  expression: LocatorExpression,
  waitedMs: number,
): NotActionableError {
  const problem = 'is in a page or frame that does not respond';
  return new NotActionableError(showLocator(expression), problem, waitedMs);
}
