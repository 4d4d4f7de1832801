import { type Display, type DisplayOptions, openDisplay } from '@errand/desktop';

/**
 * Opens a display for browsers. Its pointer is outside all of their windows, so that pages keep the
 * mouse position set by Puppeteer, and its keyboard has the characters of more than a US keyboard.
 */
export function openParkedDisplay(
  options: Omit<DisplayOptions, 'isForBrowsers'>,
): Promise<Display> {
  return openDisplay({ ...options, isForBrowsers: true });
}
