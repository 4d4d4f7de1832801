import { type Display, type DisplayOptions, openDisplay, parkPointer } from '@errand/desktop';

/**
 * Opens a display for browsers. Its pointer is outside all of their windows, so that pages keep the
 * mouse position set by Puppeteer, and its keyboard has the characters of more than a US keyboard.
 */
export async function openParkedDisplay(options: DisplayOptions): Promise<Display> {
  await using owned = new AsyncDisposableStack();
  const display = owned.use(await openDisplay({ ...options, hasMoreCharacters: true }));
  await parkPointer(display);
  owned.move();
  return display;
}
