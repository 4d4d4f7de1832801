import type { ElementHandle, Frame, Realm } from 'puppeteer';

interface IsolatedRealm {
  readonly evaluate: Realm['evaluate'];
  readonly evaluateHandle: Realm['evaluateHandle'];
  /** Gives the same element in this realm and disposes the old handle. */
  readonly transferHandle: (handle: ElementHandle) => Promise<ElementHandle>;
}

/**
 * The world of a frame that the page's own scripts can neither see nor tamper with. Puppeteer has one in
 * every frame but does not put it into its types, so this is checked when it is used.
 */
export function isolatedRealm(frame: Frame): IsolatedRealm {
  if (!hasIsolatedRealm(frame)) {
    throw new TypeError('Frame.isolatedRealm is gone from Puppeteer: pin the version that has it.');
  }
  return frame.isolatedRealm();
}

function hasIsolatedRealm(frame: object): frame is { isolatedRealm: () => IsolatedRealm } {
  return 'isolatedRealm' in frame && typeof frame.isolatedRealm === 'function';
}
