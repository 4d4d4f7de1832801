import { pauseUntilAborted } from '@errand/foundation';
import type { Browser, CDPSession } from 'puppeteer';

/** A file that exists on every machine and that no task has any business reading. */
const FORBIDDEN_PAGE = 'file:///';
const REFUSAL = 'net::ERR_BLOCKED_BY_ADMINISTRATOR';

const DEADLINE_MS = 5_000;

/**
 * Returns a function that finds out whether the browser refuses to show local files. It costs two
 * renderer processes, so call it only when needed; a refusal is remembered.
 */
export function createFenceCheck(browser: Browser): () => Promise<boolean> {
  let hasFence = false;
  return async () => (hasFence ||= await isFenced(browser));
}

/**
 * Returns whether the browser refuses to show local files. Checks in a background tab; no response
 * before the deadline (the tab crashed, for example) counts as no.
 */
export async function isFenced(browser: Browser): Promise<boolean> {
  const timeUp = new AbortController();
  const noAnswer = pauseUntilAborted(DEADLINE_MS, timeUp.signal).then(() => false);
  const refused = ask(browser).catch(() => false);
  const answer = await Promise.race([refused, noAnswer]);
  timeUp.abort();
  return answer;
}

/**
 * The session is left to end with the browser: Puppeteer may lose a target if sessions are detached
 * while others attach.
 */
async function ask(browser: Browser): Promise<boolean> {
  const session = await browser.target().createCDPSession();
  // A separate context, so that no run mistakes the tab for one of its pages.
  const context = await browser.createBrowserContext();
  try {
    return await refuses(session, context.id);
  } finally {
    await context.close();
  }
}

async function refuses(
  session: CDPSession,
  browserContextId: string | undefined,
): Promise<boolean> {
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    hidden: true,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = session.connection()?.session(sessionId);
  const answer = await tab?.send('Page.navigate', { url: FORBIDDEN_PAGE });
  await session.send('Target.closeTarget', { targetId });
  return answer?.errorText === REFUSAL;
}
