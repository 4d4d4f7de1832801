import type { CDPSession, ElementHandle, Frame } from 'puppeteer';

/**
 * Internals of Puppeteer's frames that its types omit: out-of-process frames have their own
 * session, and only a realm can adopt a node found elsewhere. Puppeteer's version is pinned.
 */
interface FrameInternals {
  readonly _id: string;
  readonly client: CDPSession;
  readonly isolatedRealm: () => {
    readonly adoptBackendNode: (backendNodeId: number) => Promise<ElementHandle>;
  };
}

/** Throws if this version of Puppeteer lacks these internals. */
export function internalsOf(frame: Frame): FrameInternals {
  if (hasInternals(frame)) return frame;
  throw new Error('Puppeteer has changed: a frame no longer has _id, client or isolatedRealm.');
}

function hasInternals(frame: object): frame is FrameInternals {
  return (
    '_id' in frame &&
    typeof frame._id === 'string' &&
    'client' in frame &&
    'isolatedRealm' in frame &&
    typeof frame.isolatedRealm === 'function'
  );
}
