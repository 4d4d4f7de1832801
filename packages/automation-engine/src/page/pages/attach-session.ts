import type { Browser, CDPSession, Page, Target } from 'puppeteer';

const lastAttachments = new WeakMap<Target, Promise<unknown>>();

/**
 * Attaches a CDP session to a page or to the browser, one at a time for each: Puppeteer takes one of two that overlap for
 * its own, and forgets the page or the browser once that one is detached.
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
  // Why that one was refused is its caller's business.
  await Promise.allSettled([before]);
  return target.createCDPSession();
}
