import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'puppeteer';
import { startTracker } from './in-page/start-tracker.generated.ts';

/**
 * No page can guess it. All runs share it, so that a document that outlives a run gets no second
 * tracker.
 */
export const trackerName = randomUUID();

const source = `((errandTrackerName) => {
${startTracker}
})(${JSON.stringify(trackerName)})`;

/** Installs the tracker in every document of the session, before the first script runs. */
export async function trackMotion(session: CDPSession): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true });
}
