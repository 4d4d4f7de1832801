import type { Frame } from 'puppeteer';
import { allowInput, blockInput } from '../acting/in-page/block-input.ts';
import { inPage } from '../acting/in-page/page-script.ts';
import { settlesWithin } from '../deadline.ts';
import { addressOf } from '../pages/frame-address.ts';
import { framesWithDocument, isolatedRealm } from '../pages/isolated-realm.ts';
import type { RunState } from '../run-state.ts';
import type { OriginList } from './allowed-origins.ts';

/** A frame that is too busy to hear of the fence does not take a click either. */
const answersWithinMs = 1000;
const blockInPage = inPage(blockInput);
const allowInPage = inPage(allowInput);

/**
 * While it stands, frames of origins that the list does not have take neither mouse nor keys: a page may push such a frame
 * under the mouse when that comes, or give it the focus. Disposing lets them have both again.
 */
export interface FrameFence extends AsyncDisposable {
  /** For frames that have come since; called before anything is done on the page. */
  readonly renew: () => Promise<void>;
}

export function createFrameFence(
  { pages, signal }: Pick<RunState, 'pages' | 'signal'>,
  origins: OriginList,
): FrameFence {
  const framesOf = (isForeign: boolean) =>
    pages
      .open()
      .flatMap(({ page }) => framesWithDocument(page))
      .filter((frame) => !isForeign || (frame.parentFrame() && !origins.has(addressOf(frame))));
  return {
    async renew() {
      await settlesWithin(inEach(framesOf(true), blockInPage), answersWithinMs, signal);
    },
    async [Symbol.asyncDispose]() {
      const never = new AbortController().signal;
      await settlesWithin(inEach(framesOf(false), allowInPage), answersWithinMs, never);
    },
  };
}

/** A document that goes away takes its events along. */
function inEach(frames: readonly Frame[], script: () => void): Promise<unknown> {
  return Promise.allSettled(frames.map((frame) => isolatedRealm(frame).evaluate(script)));
}
