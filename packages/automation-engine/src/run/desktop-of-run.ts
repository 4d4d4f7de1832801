import type { Desktop } from '@errand/desktop';
import type { Page } from 'puppeteer';
import type { Automation } from '../document/automation-schema.ts';
import { DesktopMissingError, StartPageMissingError } from '../screen/desktop-errors.ts';

/**
 * Returns the screen that the steps of a run act on; undefined if they act on page elements. Throws
 * DesktopMissingError, and StartPageMissingError for a browser without a start page.
 */
export function desktopOfRun(
  { backend, browser_channel: channel, url }: Automation,
  { page, desktop }: { readonly page?: Page | undefined; readonly desktop?: Desktop | undefined },
): Desktop | undefined {
  const actsOnScreen = !page || backend === 'computer-vision' || channel === 'rdp';
  if (!actsOnScreen) return undefined;
  if (!desktop) throw new DesktopMissingError();
  if (page && url.trim() === '') throw new StartPageMissingError();
  return desktop;
}
