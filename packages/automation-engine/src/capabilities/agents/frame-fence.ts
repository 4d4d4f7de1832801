import type { Frame } from 'puppeteer';
import { callIn, callInOrder } from '../../page/acting/call-in-page.ts';
import { settlesWithin } from '../../deadline.ts';
import { addressOf } from '../../page/pages/frame-address.ts';
import { framesWithDocument } from '../../page/pages/isolated-realm.ts';
import type { AgentRun } from './agent-run.ts';
import type { OriginList } from './allowed-origins.ts';

/** A frame that is too busy to hear of the fence does not take a click either. */
const answersWithinMs = 1000;

/**
 * While it stands, frames of origins that the list does not have take neither mouse nor keys: a page may push such a frame
 * under the mouse when that comes, or give it the focus. Disposing lets them have both again.
 */
export interface FrameFence extends AsyncDisposable {
  /** For frames that have come since; called before anything is done on the page. */
  readonly renew: () => Promise<void>;
}

export function createFrameFence(
  { pages, signal }: Pick<AgentRun, 'pages' | 'signal'>,
  origins: OriginList,
): FrameFence {
  const framesOf = (isForeign: boolean) =>
    pages
      .open()
      .flatMap(({ page }) => framesWithDocument(page))
      .filter((frame) => !isForeign || (frame.parentFrame() && !origins.has(addressOf(frame))));
  return {
    async renew() {
      await settlesWithin(
        inEach(framesOf(true), (frame) => callInOrder(frame, 'blockInput')),
        answersWithinMs,
        signal,
      );
    },
    async [Symbol.asyncDispose]() {
      const never = new AbortController().signal;
      await settlesWithin(
        inEach(framesOf(false), (frame) => callIn(frame, 'allowInput')),
        answersWithinMs,
        never,
      );
    },
  };
}

/** A document that goes away takes its events along. */
function inEach(
  frames: readonly Frame[],
  call: (frame: Frame) => Promise<unknown>,
): Promise<unknown> {
  return Promise.allSettled(frames.map(call));
}
