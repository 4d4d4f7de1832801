import type { CDPSession, Frame } from 'puppeteer';

/** The session that a frame answers in: one of another site has its own. Puppeteer keeps it out of its types, so this is checked. */
export function frameSession(frame: Frame): CDPSession {
  if (hasClient(frame)) return frame.client;
  throw new TypeError('Frame.client is gone from Puppeteer: pin the version that has it.');
}

function hasClient(frame: object): frame is { readonly client: CDPSession } {
  return 'client' in frame && typeof frame.client === 'object' && frame.client !== null;
}
