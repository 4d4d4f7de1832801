import type { ConsoleMessage, ElementHandle, Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import type { PageListeners } from '../page/browser/page-listeners.ts';
import { consoleText } from '../page/pages/console-text.ts';
import type { EarlyListener } from '../page/pages/new-page-calls.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { Thumbnail } from '../page/screenshots/thumbnail.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { targetId } from '../page/browser/frame-session.ts';
import { pageIdOf } from './page-id.ts';
import type { TraceFile } from './trace-file.ts';
import { traceNetwork } from './trace-network.ts';
import { createSnapshots, nameFrame } from './trace-snapshots.ts';
import { createTraceSteps, type StepEnding, type TracedStep } from './trace-steps.ts';

const END_TIMEOUT_MS = 2000;
/** A page hardly changes within this time. */
const SAME_MOMENT_MS = 20;
const LONGEST_CONSOLE_TEXT = 4000;
const MISSED_SECRETS =
  'A person may have typed a secret that Errand did not see. From then on, the console and the bodies of requests and responses are missing.';

/**
 * Writes what a run does. Nothing here waits for a page: snapshots are requested before the step
 * continues, and arrive later.
 */
export interface RunTrace {
  readonly listen: (listeners: PageListeners, page: Page) => void;
  /** For each new page, which is still held back: its first requests are in the trace, too. */
  readonly listenEarly: () => EarlyListener;
  readonly beginStep: (step: TracedStep, pages: PageTracker) => void;
  /** The element that the step is about to act on. */
  readonly aim: (element: ElementHandle, pages: PageTracker) => void;
  /** Records that the step acts now. */
  readonly act: (pages: PageTracker) => void;
  readonly endStep: (ending: StepEnding, pages: PageTracker) => void;
  /** Adds an image to the film strip. `takenAt` is a value of `performance.now()`. */
  readonly picture: (page: Page, thumbnail: Thumbnail, takenAt: number) => void;
  /** Waits for what is still to arrive, for two seconds at most. */
  readonly end: (signal: AbortSignal) => Promise<void>;
}

export function createRunTrace(file: TraceFile, secrets: RunSecrets): RunTrace {
  file.redactWith(secrets);
  const steps = createTraceSteps(file);
  const { track, settle } = trackWork();
  const snapshots = createSnapshots(file, track);
  let current: string | undefined;
  let aimed: string | undefined;
  let acted: string | undefined;
  let shown: { readonly page: Page | undefined; readonly at: number } | undefined;
  return {
    ...createListeners(file, { secrets, track, snapshots }),
    beginStep(step, pages) {
      const page = pageOf(pages);
      current = steps.begin(step, page && idOf(page));
      // The viewer then shows the end of the previous step.
      if (page && !isRecent(shown, page))
        snapshots.take(page, { phase: 'before', callId: current });
    },
    aim(element, pages) {
      const page = pageOf(pages);
      // A step looks for its element more than once.
      if (current === undefined || !page || aimed === current) return;
      aimed = current;
      // Requested before the act, because input reaches a page faster than a call.
      snapshots.take(page, { phase: 'action', callId: current }, element);
    },
    act(pages) {
      const page = pageOf(pages);
      if (current === undefined || !page || acted === current) return;
      acted = current;
      addInput(file, current, pages);
    },
    endStep(ending, pages) {
      if (current === undefined) return;
      const page = pageOf(pages);
      if (page) snapshots.take(page, { phase: 'after', callId: current });
      shown = { page, at: performance.now() };
      steps.end(current, ending);
      current = undefined;
    },
    picture: (page, thumbnail, takenAt) => addPicture(file, { page, thumbnail, takenAt }),
    async end(signal) {
      // An abort does not wait.
      if (!signal.aborted) await Promise.allSettled([settle(signal)]);
      snapshots.end();
      steps.endAll();
      if (secrets.hasMissedSome()) file.warn(MISSED_SECRETS);
    },
  };
}

interface Listening {
  readonly secrets: RunSecrets;
  readonly track: (work: Promise<unknown>) => void;
  readonly snapshots: ReturnType<typeof createSnapshots>;
}

function createListeners(
  file: TraceFile,
  { secrets, track, snapshots }: Listening,
): Pick<RunTrace, 'listen' | 'listenEarly'> {
  const network = traceNetwork({ file, secrets, track });
  return {
    listenEarly: network.listenEarly,
    listen(listeners, page) {
      const pageId = idOf(page);
      network.listen(listeners, pageId);
      traceConsole(listeners, { file, pageId, secrets });
      listeners.on('frameattached', (frame) => track(nameFrame(frame)));
      // A document's first snapshot costs most, and steps wait until the page is at rest anyway.
      listeners.on('load', () => snapshots.take(page, { phase: 'before', callId: 'load' }));
    },
  };
}

function addInput(file: TraceFile, callId: string, pages: PageTracker): void {
  const point = pages.current().pointer.position();
  const inputSnapshot = `action@${callId}`;
  file.add({ type: 'input', callId, inputSnapshot, ...(point ? { point } : {}) });
}

function addPicture(
  file: TraceFile,
  taken: { readonly page: Page; readonly thumbnail: Thumbnail; readonly takenAt: number },
): void {
  const { content, width, height } = taken.thumbnail;
  const name = file.addFile('screencast', content);
  if (name === undefined) return;
  const frame = { type: 'screencast-frame', file: name, width, height, timestamp: taken.takenAt };
  file.add({ ...frame, pageId: idOf(taken.page) });
}

/** A document that goes away leaves a gap in the trace, and nothing else. */
function trackWork() {
  const pending = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    pending.add(work);
    const forget = () => void pending.delete(work);
    work.then(forget, forget);
  };
  return {
    track,
    settle: (signal: AbortSignal) =>
      settlesWithin(Promise.allSettled(pending), END_TIMEOUT_MS, signal),
  };
}

function isRecent(
  shown: { readonly page: Page | undefined; readonly at: number } | undefined,
  page: Page,
): boolean {
  return shown?.page === page && performance.now() - shown.at < SAME_MOMENT_MS;
}

const idOf = (page: Page): string => pageIdOf(targetId(page.target()));

function pageOf(pages: PageTracker): Page | undefined {
  return pages.open().length > 0 ? pages.current().page : undefined;
}

function traceConsole(
  listeners: PageListeners,
  {
    file,
    pageId,
    secrets,
  }: { readonly file: TraceFile; readonly pageId: string; readonly secrets: RunSecrets },
): void {
  const add = (event: object): void => {
    if (!secrets.hasMissedSome()) file.addConsole(event);
  };
  listeners.on('console', (message) => {
    add({
      type: 'console',
      messageType: message.type(),
      text: consoleText(message).slice(0, LONGEST_CONSOLE_TEXT),
      location: placeOf(message),
      time: performance.now(),
      pageId,
    });
  });
  listeners.on('pageerror', (error) => {
    const message = String(error).slice(0, LONGEST_CONSOLE_TEXT);
    add({
      type: 'event',
      time: performance.now(),
      class: 'BrowserContext',
      method: 'pageError',
      params: { error: { error: { name: '', message, stack: '' } } },
      pageId,
    });
  });
}

function placeOf(message: ConsoleMessage): object {
  const { url = '', lineNumber = 0, columnNumber = 0 } = message.location();
  return { url, lineNumber, columnNumber };
}
