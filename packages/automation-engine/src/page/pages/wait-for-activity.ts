import type { Frame } from 'puppeteer';
import { callIn } from '../browser/call-in-page.ts';
import { type Deadline, settlesWithin } from '../../deadline.ts';
import { frameSession } from '../browser/frame-session.ts';
import { framesWithDocument } from '../browser/isolated-realm.ts';
import { settlesUnstarved } from '../../measure-starvation.ts';
import type { WatchedPage } from './watched-page.ts';

/**
 * How long network and documents must be still. Stillness before the wait counts, unless it was
 * before the last act.
 */
export const QUIET_MS = 100;
/** A page that does not run its tasks within this time is no longer waited for. */
export const TASK_TIMEOUT_MS = 1000;
/** A frame with an unanswered call gets only this long to respond to it. */
const SILENT_TASK_MS = 250;

export async function waitForNavigation(
  { navigation }: WatchedPage,
  deadline: Deadline,
): Promise<void> {
  while (navigation.isNavigating() && deadline.remainingMs() > 0) {
    await settlesWithin(navigation.nextChange(), deadline.remainingMs(), deadline.signal);
  }
}

/** `scope`: which requests count. Default: all. */
export async function waitForNetwork(
  { network }: WatchedPage,
  deadline: Deadline,
  scope?: { readonly sinceLastAct: boolean },
): Promise<void> {
  while (network.inFlight(scope).length > 0 && deadline.remainingMs() > 0) {
    const restMs = Math.min(deadline.remainingMs(), network.untilAllAreHeldMs() + 1);
    await settlesWithin(network.nextChange(), restMs, deadline.signal);
  }
}

interface InFrames<Answer> {
  readonly evaluate: (frame: Frame) => Promise<Answer>;
  /**
   * How long a frame in its own process may take, without the time in which the machine is starved.
   * Default: all the remaining time, as for other frames.
   */
  readonly patienceMs?: number;
}

interface FrameAnswers<Answer> {
  readonly answers: readonly Answer[];
  /** Frames in their own processes that did not respond in time. */
  readonly silent: readonly Frame[];
  /** Whether frames or documents appeared that have not been queried. */
  readonly isOutdated: boolean;
}

/** Calls that frames have not responded to. */
const unanswered = new WeakMap<Frame, Promise<unknown>>();

/**
 * Returns the answers of the frames that responded in time. Ignores a frame that disappears or is
 * too busy.
 */
export async function inEveryFrame<Answer>(
  { page }: WatchedPage,
  deadline: Deadline,
  { evaluate, patienceMs = Number.POSITIVE_INFINITY }: InFrames<Answer>,
): Promise<FrameAnswers<Answer>> {
  const answers: Answer[] = [];
  const silent: Frame[] = [];
  const gone = new Set<Frame>();
  const session = frameSession(page.mainFrame());
  const ask = async (frame: Frame): Promise<void> => {
    const isApart = frameSession(frame) !== session;
    const earlier = isApart ? unanswered.get(frame) : undefined;
    const restMs = Math.min(SILENT_TASK_MS, deadline.remainingMs());
    if (earlier && !(await settlesWithin(earlier, restMs, deadline.signal))) {
      return void silent.push(frame);
    }
    const answered = evaluate(frame).then(
      (answer) => void answers.push(answer),
      () => void gone.add(frame),
    );
    const settled = Promise.allSettled([answered]);
    // A frame that is only starved is not silent.
    const isAnswered =
      isApart && Number.isFinite(patienceMs)
        ? await settlesUnstarved(settled, patienceMs, deadline)
        : await settlesWithin(settled, deadline.remainingMs(), deadline.signal);
    if (isAnswered || !isApart) return;
    unanswered.set(frame, settled);
    silent.push(frame);
  };
  const asked = new Set(framesWithDocument(page));
  await Promise.all([...asked].map(ask));
  const isOutdated = framesWithDocument(page).some((frame) => !asked.has(frame) || gone.has(frame));
  return { answers: [...answers], silent, isOutdated };
}

/**
 * Waits until nothing changes in the frame, whatever the cause. Returns whether that happened
 * within `longestMs`.
 */
export async function waitForUnchangedFrame(
  frame: Frame,
  { longestMs, owedMs = 0 }: { readonly longestMs: number; readonly owedMs?: number },
): Promise<boolean> {
  return (await callIn(frame, 'waitForUnchanged', QUIET_MS, longestMs, owedMs)) < longestMs;
}
