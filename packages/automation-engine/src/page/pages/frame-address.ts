import type { Frame } from 'puppeteer';

/** The address whose origin a frame's document is of: a document that the page around it has written is of that page's. */
export function addressOf(frame: Frame): string {
  const parent = frame.parentFrame();
  const isWritten = ['about:srcdoc', 'about:blank', ''].includes(frame.url());
  return isWritten && parent ? addressOf(parent) : frame.url();
}
