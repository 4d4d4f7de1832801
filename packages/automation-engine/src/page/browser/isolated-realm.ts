import type { ElementHandle, Frame, JSHandle, Page, Realm } from 'puppeteer';

interface IsolatedRealm {
  /** False: the frame waits for its first document, and `evaluate` would wait too. */
  readonly hasContext: () => boolean;
  readonly evaluate: Realm['evaluate'];
  readonly evaluateHandle: Realm['evaluateHandle'];
  /** Returns the same element in this realm and disposes the old handle. */
  readonly transferHandle: (handle: ElementHandle) => Promise<ElementHandle>;
  /** The node as seen from this realm. */
  readonly adoptBackendNode: (backendNodeId: number) => Promise<JSHandle>;
}

/**
 * Returns the world of a frame that the page's own scripts can neither see nor tamper with.
 * Puppeteer has one in every frame, but not in its types, so this is checked when it is used.
 */
export function isolatedRealm(frame: Frame): IsolatedRealm {
  if (!hasIsolatedRealm(frame)) {
    throw new TypeError(
      'Frame.isolatedRealm is missing from Puppeteer: pin a version that has it.',
    );
  }
  return frame.isolatedRealm();
}

/** Returns the frames that can run a call now; always includes the main frame. */
export function framesWithDocument(page: Page): Frame[] {
  const main = page.mainFrame();
  return page.frames().filter((frame) => frame === main || isolatedRealm(frame).hasContext());
}

function hasIsolatedRealm(frame: object): frame is { isolatedRealm: () => IsolatedRealm } {
  return 'isolatedRealm' in frame && typeof frame.isolatedRealm === 'function';
}
