import type { ElementHandle, Frame, JSHandle, Page } from 'puppeteer';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import type { Point } from '../../targets/point.ts';
import { callOn, handleIn } from '../browser/call-in-page.ts';

/** An element with a point, in CSS pixels of its own document. */
export interface ElementAtPoint {
  readonly handle: ElementHandle;
  readonly point: Point;
}

/**
 * Returns what is drawn at a point of the page: the innermost element there, preceded by the
 * iframes that contain it. Empty if the point is outside the visible area. The caller disposes the
 * handles.
 */
export async function elementsAtPoint(page: Page, point: Point): Promise<ElementAtPoint[]> {
  const found: ElementAtPoint[] = [];
  let frame = page.mainFrame();
  let local = point;
  for (;;) {
    const handle = await findIn(frame, local);
    if (!handle) return found;
    found.push({ handle, point: local });
    const inner = await callOn(handle, 'locateInFrame', local);
    if (!inner) return found;
    const content = await handle.contentFrame();
    // A frame without a document shows nothing: the point is on the frame itself.
    if (!content || !isolatedRealm(content).hasContext()) return found;
    frame = content;
    local = inner;
  }
}

async function findIn(frame: Frame, { x, y }: Point): Promise<ElementHandle | undefined> {
  const result = await handleIn(frame, 'elementAt', x, y);
  return isElementHandle(result) ? result : undefined;
}

export function isElementHandle(handle: JSHandle): handle is ElementHandle {
  return handle.asElement() !== null;
}
