import type { Frame } from 'puppeteer';
import { callIn, callInOrder } from '../../page/browser/call-in-page.ts';
import { settlesWithin } from '../../deadline.ts';
import { addressOf } from '../../page/pages/frame-address.ts';
import { framesWithDocument } from '../../page/browser/isolated-realm.ts';
import type { AgentRun } from './agent-run.ts';
import type { OriginList } from './allowed-origins.ts';

/** A frame that is too busy to receive the fence in time cannot receive a click either. */
const ANSWERS_WITHIN_MS = 1000;

/**
 * While active, frames whose origin is not in the list receive neither mouse nor keyboard input: a
 * page may move such a frame under the pointer, or move focus to it. Disposing restores their
 * input.
 */
export interface FrameFence extends AsyncDisposable {
  /** Covers frames added since the last call. Called before every act on the page. */
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
        ANSWERS_WITHIN_MS,
        signal,
      );
    },
    async [Symbol.asyncDispose]() {
      const never = new AbortController().signal;
      await settlesWithin(
        inEach(framesOf(false), (frame) => callIn(frame, 'allowInput')),
        ANSWERS_WITHIN_MS,
        never,
      );
    },
  };
}

/** A document that is gone has lost its listeners too, so failed calls are ignored. */
function inEach(
  frames: readonly Frame[],
  call: (frame: Frame) => Promise<unknown>,
): Promise<unknown> {
  return Promise.allSettled(frames.map(call));
}
