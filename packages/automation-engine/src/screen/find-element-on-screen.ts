import type { ScreenPoint } from '@errand/desktop';
import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { type ActingElement, onElement } from '../page/acting/acting-element.ts';
import { clickNeeds, readyPoint } from '../page/acting/pointing.ts';
import { isolatedRealm } from '../page/browser/isolated-realm.ts';

/** Returns where the centre of a page element is on the screen, once it can be clicked. */
export async function findElementOnScreen(
  open: () => Promise<ActingElement>,
): Promise<ScreenPoint> {
  const element = await open();
  const { page, deadline } = element;
  const { point } = await onElement(element, (handle) => readyPoint(element, handle, clickNeeds));
  const corner = await abortable(pageCornerOnScreen(page), deadline.signal);
  return { x: Math.round(corner.x + point.x), y: Math.round(corner.y + point.y) };
}

/**
 * Returns where the top left corner of the page area is on the screen. Assumes that all bars of the
 * window are above the page.
 */
export async function pageCornerOnScreen(page: Page): Promise<ScreenPoint> {
  return isolatedRealm(page.mainFrame()).evaluate(() => {
    const side = (outerWidth - innerWidth) / 2;
    return { x: screenX + side, y: screenY + outerHeight - innerHeight - side };
  });
}
