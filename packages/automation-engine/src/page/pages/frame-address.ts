import type { Frame } from 'puppeteer';

/**
 * Returns the address that determines the origin of a frame's document: a document that the
 * surrounding page has written has the origin of that page.
 */
export function addressOf(frame: Frame): string {
  const parent = frame.parentFrame();
  const isWritten = ['about:srcdoc', 'about:blank', ''].includes(frame.url());
  return isWritten && parent ? addressOf(parent) : frame.url();
}
