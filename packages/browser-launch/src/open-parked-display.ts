import { type Display, type DisplayOptions, openDisplay, parkPointer } from '@errand/desktop';

/**
 * Opens a display whose pointer is outside all browser windows, so that pages keep the mouse
 * position set by Puppeteer.
 */
export async function openParkedDisplay(options: DisplayOptions): Promise<Display> {
  await using owned = new AsyncDisposableStack();
  const display = owned.use(await openDisplay(options));
  await parkPointer(display);
  owned.move();
  return display;
}
