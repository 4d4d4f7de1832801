import { randomUUID } from 'node:crypto';
import type { ElementHandle, Frame, Page } from 'puppeteer';
import type { LocatorExpression } from '../locator-expression.ts';
import { enterFrames, waitForFrames } from './enter-frames.ts';
import { internalsOf } from './puppeteer-internals.ts';
import { adoptNodes, findNodes } from './query-frame.ts';
import type { SessionWorlds } from './session-worlds.ts';

/** Waits in the page run in slices of this length, to notice when the frame has been replaced. */
const SLICE_MS = 1000;

/** Waits for matches, and remembers which wait each handle came from. */
export function createMatchWaits({
  page,
  worlds,
}: {
  readonly page: Page;
  readonly worlds: SessionWorlds;
}) {
  const waits = new WeakMap<ElementHandle, { readonly frame: Frame; readonly name: string }>();
  return {
    /** Undefined if there are too few matches at the end of the slice. */
    async waitOneSlice(
      expression: LocatorExpression,
      atLeast: number,
    ): Promise<ElementHandle[] | undefined> {
      const frame = await waitForFrames(expression, { page, worlds, timeoutMs: SLICE_MS });
      if (!frame) return undefined;
      const name = randomUUID();
      const parameters = [expression.target, { atLeast, timeoutMs: SLICE_MS, name }];
      const call = { method: 'waitForMatches', parameters } as const;
      const nodes = await findNodes(frame, await worlds.of(frame), call);
      if (!nodes) return undefined;
      const handles = await adoptNodes(frame, nodes);
      for (const handle of handles) waits.set(handle, { frame, name });
      return handles;
    },
    /** Returns whether the locator matches only one element: that of the handle. */
    async isStillOnly(expression: LocatorExpression, handle: ElementHandle): Promise<boolean> {
      const wait = waits.get(handle);
      const frame = await enterFrames(expression, { page, worlds, isStrict: true });
      if (!wait || frame !== wait.frame) return false;
      const parameters = [expression.target, wait.name];
      const call = { method: 'isStillOnly', parameters, objectGroup: '' } as const;
      const frameWorlds = await worlds.of(frame);
      const { value } = await frameWorlds.call(internalsOf(frame)._id, call);
      return value === true;
    },
  };
}
