import { pause } from '@errand/foundation';
import { onElement } from '../../../page/acting/acting-element.ts';
import { callOn } from '../../../page/browser/call-in-page.ts';
import { WaitTimeoutError } from '../../../errors.ts';
import { becomesHidden } from '../../../page/elements/expect-visibility.ts';
import { findElement, type Search, toElement } from '../../../page/elements/find-element.ts';

/** Pages do not report removed elements, so matches are counted at this interval. */
const LOOK_AGAIN_MS = 50;

export const states = ['visible', 'hidden', 'attached', 'detached'] as const;

/** Throws a timeout error if the element does not reach the state in time. */
export async function waitForState(search: Search, state: (typeof states)[number]): Promise<void> {
  switch (state) {
    case 'attached':
      await (await findElement(search)).dispose();
      return;
    case 'visible':
      await onElement(toElement(search), (handle, timeoutMs) =>
        callOn(handle, 'waitUntilReady', { timeoutMs }),
      );
      return;
    case 'hidden':
      if (await becomesHidden(search)) return;
      throw inVain(search, 'Hiding');
    case 'detached':
      await untilGone(search);
  }
}

async function untilGone(search: Search): Promise<void> {
  const { resolver, expression, deadline } = search;
  while ((await resolver.count(expression, deadline)) > 0) {
    if (deadline.remainingMs() === 0) throw inVain(search, 'Removing');
    await pause(LOOK_AGAIN_MS, deadline.signal);
  }
}

function inVain({ resolver, expression, deadline }: Search, what: string): WaitTimeoutError {
  return new WaitTimeoutError(`${what} ${resolver.describe(expression)}`, deadline.timeoutMs);
}
