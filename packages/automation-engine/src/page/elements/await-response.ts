import { type LocatorExpression, showLocator } from '@errand/locators';
import { createDeadline } from '../../deadline.ts';
import { SilentPageError } from '../../errors.ts';
import { settlesUnstarved } from '../../measure-starvation.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { WatchedPage } from '../pages/watched-page.ts';

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
 * Returns what a call in the page returns. Throws `SilentPageError` if the page does not respond
 * within `timeoutMs`, without the time in which the machine is starved: a frame of another site that
 * hangs never responds.
 */
export async function awaitResponse<Value>(
  call: Promise<Value>,
  { expression, timeoutMs, signal }: ResponseWait,
): Promise<Value> {
  const { elapsedMs } = createDeadline(timeoutMs, signal);
  if (await settlesUnstarved(call, timeoutMs, { signal })) return call;
  throw new SilentPageError(showLocator(expression), elapsedMs());
}

/** Looks again at the next document if the page was silent because it waited for that one. */
export async function onNextDocument<Value>(
  watched: WatchedPage,
  signal: AbortSignal,
  look: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    await waitForCommit(watched, signal);
    try {
      return await look();
    } catch (error) {
      const isLeaving = error instanceof SilentPageError && watched.navigation.isNavigating();
      if (!isLeaving) throw error;
    }
  }
}
