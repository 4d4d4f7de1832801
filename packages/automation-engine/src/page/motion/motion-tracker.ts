import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'puppeteer';
import {
  answeredBy,
  createAnswerWait,
  createChannel,
  createDoubt,
  createQuestions,
  messageOf,
} from './in-page/answer-wait.ts';
import { answerTracker, installTracker } from './in-page/install-tracker.ts';
import { createLedger, enter, runForAct, runForPage } from './in-page/ledger.ts';
import { createInputSense, createLineage, createRunMemory, isOver } from './in-page/lineage.ts';
import {
  captureMember,
  captureNatives,
  copyMethods,
  createBare,
  createCollections,
  createGuard,
} from './in-page/natives.ts';
import { createOpenActivities } from './in-page/open-activities.ts';
import { createIsAround, createRestlessNodes, isSteady } from './in-page/restless-nodes.ts';
import {
  isObject,
  readDelay,
  readId,
  trackCallbacks,
  trackKind,
  trackTasks,
} from './in-page/track-callbacks.ts';
import {
  createAnimationSearch,
  createShadowSearch,
  observeDocument,
  trackChanges,
} from './in-page/track-changes.ts';
import { createTransitionCauses } from './in-page/transition-causes.ts';
import { trackBroadcasts } from './in-page/track-broadcasts.ts';
import { trackMessages, trackPorts, trackSockets } from './in-page/track-messages.ts';

/**
 * No page can guess it. All runs share it, so that a document that outlives a run gets no second
 * tracker.
 */
export const trackerName = randomUUID();

const functions = [
  captureMember,
  copyMethods,
  createCollections,
  createGuard,
  createBare,
  captureNatives,
  isOver,
  createInputSense,
  createRunMemory,
  createLineage,
  enter,
  createOpenActivities,
  runForAct,
  runForPage,
  createLedger,
  isObject,
  readDelay,
  readId,
  trackKind,
  trackCallbacks,
  trackTasks,
  answeredBy,
  messageOf,
  createQuestions,
  createChannel,
  createDoubt,
  createAnswerWait,
  trackSockets,
  trackPorts,
  trackBroadcasts,
  trackMessages,
  isSteady,
  createIsAround,
  createRestlessNodes,
  createShadowSearch,
  createAnimationSearch,
  observeDocument,
  createTransitionCauses,
  trackChanges,
  answerTracker,
  installTracker,
];
/**
 * If it cannot be installed, the engine gets no answer: it waits for plain quiet and reports that
 * in `waited_for`.
 */
const source = `(() => {
${functions.map(String).join('\n')}
try { ${installTracker.name}(${JSON.stringify(trackerName)}); } catch {}
})()`;

/** Installs the tracker in every document of the session, before the first script runs. */
export async function trackMotion(session: CDPSession): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true });
}
