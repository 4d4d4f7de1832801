import type { CDPSession, ElementHandle, Frame } from 'puppeteer';

/**
 * What Puppeteer knows of a frame but keeps out of its types: frames of another process have a session
 * of their own, and only a realm can adopt a node that was found elsewhere. Puppeteer is pinned.
 */
interface FrameInternals {
  readonly _id: string;
  readonly client: CDPSession;
  readonly isolatedRealm: () => {
    readonly adoptBackendNode: (backendNodeId: number) => Promise<ElementHandle>;
  };
}

/** Throws if this version of Puppeteer has no such internals. */
export function internalsOf(frame: Frame): FrameInternals {
  if (hasInternals(frame)) return frame;
  throw new Error('Puppeteer has changed: a frame has no _id, client or isolatedRealm any more.');
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
