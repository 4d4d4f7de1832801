import type { Browser, CDPSession, Page, Target } from 'puppeteer';

const lastAttachments = new WeakMap<Target, Promise<unknown>>();

/**
 * Attaches a CDP session to a page or to the browser, one at a time for each: Puppeteer mistakes
 * one of two concurrent sessions for its own, and forgets the page or the browser when that one is
 * detached.
 */
export async function attachSession(owner: Page | Browser): Promise<CDPSession> {
  const target = owner.target();
  const attached = attachAfter(lastAttachments.get(target), target);
  lastAttachments.set(target, attached);
  return attached;
}

async function attachAfter(
  before: Promise<unknown> | undefined,
  target: Target,
): Promise<CDPSession> {
  // The caller of the earlier attempt handles its error.
  await Promise.allSettled([before]);
  return target.createCDPSession();
}
