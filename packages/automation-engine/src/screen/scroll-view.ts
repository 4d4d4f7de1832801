import type { ScrollDistance } from '../page/acting/element-acts.ts';
import { scrollBy, scrollToEnd } from '../page/acting/scroll.ts';
import { waitForCommit } from '../page/pages/wait-until-quiet.ts';
import type { ScreenRun } from './screen-run.ts';
import { scrollOnScreen } from './scroll-on-screen.ts';

/**
 * Turns the wheel at the pointer, on the screen or the current page, and waits until scrolling has
 * finished.
 */
export async function scrollView(
  { desktop, pages, signal }: Pick<ScreenRun, 'desktop' | 'pages' | 'signal'>,
  { direction, pixels }: ScrollDistance,
): Promise<void> {
  if (desktop) return scrollOnScreen(desktop, { direction, pixels }, signal);
  const watched = pages.current();
  await waitForCommit(watched, signal);
  if (pixels === 'to-the-end') return scrollToEnd(watched, direction, signal);
  await scrollBy(watched, { direction, pixels }, signal);
}
