import type { Accessibility, CDPSession, Frame, Target } from 'puppeteer';

/**
 * Returns the session of a frame; a frame of another site has its own. Puppeteer's types do not
 * include it, so this is checked.
 */
export function frameSession(frame: Frame): CDPSession {
  if (hasClient(frame)) return frame.client;
  throw new TypeError('Frame.client is missing from Puppeteer: pin a version that has it.');
}

/** Returns the reader of a frame's accessibility tree. Not in Puppeteer's types either. */
export function frameAccessibility(frame: Frame): Pick<Accessibility, 'snapshot'> {
  if (hasAccessibility(frame)) return frame.accessibility;
  throw new TypeError('Frame.accessibility is missing from Puppeteer: pin a version that has it.');
}

/** Returns the browser's own id of a frame. Not in Puppeteer's types either. */
export function frameId(frame: Frame): string {
  const id: unknown = Reflect.get(frame, '_id');
  if (typeof id === 'string') return id;
  throw new TypeError('Frame._id is missing from Puppeteer: pin a version that has it.');
}

/** Returns the browser's id of the document that a frame shows. Not in Puppeteer's types either. */
export function documentId(frame: Frame): string {
  const id: unknown = Reflect.get(frame, '_loaderId');
  if (typeof id === 'string') return id;
  throw new TypeError('Frame._loaderId is missing from Puppeteer: pin a version that has it.');
}

/** Returns the browser's own id of a page or another target. Not in Puppeteer's types either. */
export function targetId(target: Target): string {
  const id: unknown = Reflect.get(target, '_targetId');
  if (typeof id === 'string') return id;
  throw new TypeError('Target._targetId is missing from Puppeteer: pin a version that has it.');
}

function hasClient(frame: object): frame is { readonly client: CDPSession } {
  return 'client' in frame && typeof frame.client === 'object' && frame.client !== null;
}

function hasAccessibility(frame: object): frame is { readonly accessibility: Accessibility } {
  return 'accessibility' in frame && typeof frame.accessibility === 'object';
}
