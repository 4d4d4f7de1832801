import type { ElementHandle, Frame } from 'puppeteer';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import type { Point } from '../../targets/point.ts';
import { callOn } from '../browser/call-in-page.ts';

/**
 * Returns where a point of the element's own document is on the page, or why a click there does not
 * reach its frame.
 */
export async function toPagePoint(handle: ElementHandle, point: Point): Promise<Point | string> {
  return toPagePointOf(handle.frame, point);
}

/** Like `toPagePoint`, for a point of a frame's document. */
export async function toPagePointOf(inner: Frame, point: Point): Promise<Point | string> {
  let located = point;
  for (let frame = inner; ;) {
    const parent = frame.parentFrame();
    if (!parent) return located;
    await using element = await frame.frameElement();
    if (!element) return 'is in a frame that is gone';
    await using isolated = await isolatedRealm(parent).transferHandle(element);
    const result = await callOn(isolated, 'locateInParent', located);
    if (typeof result === 'string') return `is in a frame that ${result}`;
    located = result;
    frame = parent;
  }
}
