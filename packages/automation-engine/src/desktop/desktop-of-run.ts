import type { Automation } from '../automation/automation-schema.ts';
import type { RunDependencies } from '../run-state.ts';
import type { Desktop } from '@errand/desktop';
import { DesktopMissingError, StartPageMissingError } from './desktop-errors.ts';

/**
 * The screen that the steps of a run act on; undefined when they act on elements of pages. Throws
 * DesktopMissingError, and StartPageMissingError for a browser that is to start nowhere.
 */
export function desktopOfRun(
  { backend, browser_channel: channel, url }: Automation,
  { page, desktop }: Pick<RunDependencies, 'page' | 'desktop'>,
): Desktop | undefined {
  const actsOnScreen = !page || backend === 'computer-vision' || channel === 'rdp';
  if (!actsOnScreen) return undefined;
  if (!desktop) throw new DesktopMissingError();
  if (page && url.trim() === '') throw new StartPageMissingError();
  return desktop;
}
