import { pauseUntilAborted } from '@errand/foundation';
import type { Browser, CDPSession } from 'puppeteer';

/** A file that is there, and that no task has any business with. */
const FORBIDDEN_PAGE = 'file:///';
const REFUSAL = 'net::ERR_BLOCKED_BY_ADMINISTRATOR';

const DEADLINE_MS = 5_000;

/**
 * Whether the browser refuses to show files of this machine. Asked in a tab that nobody sees; no answer in time, because that
 * tab has crashed for instance, is a no.
 */
export async function isFenced(browser: Browser): Promise<boolean> {
  const timeUp = new AbortController();
  const noAnswer = pauseUntilAborted(DEADLINE_MS, timeUp.signal).then(() => false);
  const refused = ask(browser).catch(() => false);
  const answer = await Promise.race([refused, noAnswer]);
  timeUp.abort();
  return answer;
}

/** The session ends with the browser: Puppeteer may forget a target whose sessions are let go while others come. */
async function ask(browser: Browser): Promise<boolean> {
  return refuses(await browser.target().createCDPSession());
}

async function refuses(session: CDPSession): Promise<boolean> {
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    hidden: true,
  });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = session.connection()?.session(sessionId);
  const answer = await tab?.send('Page.navigate', { url: FORBIDDEN_PAGE });
  await session.send('Target.closeTarget', { targetId });
  return answer?.errorText === REFUSAL;
}
