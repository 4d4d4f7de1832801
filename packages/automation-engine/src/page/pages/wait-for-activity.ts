import type { Frame } from 'puppeteer';
import { callIn } from '../acting/call-in-page.ts';
import { type Deadline, settlesWithin } from '../../deadline.ts';
import { frameSession } from './frame-session.ts';
import { framesWithDocument } from './isolated-realm.ts';
import type { WatchedPage } from './watched-page.ts';

/** Network and documents must have been still for this long. Time before the wait counts, unless something was done. */
export const quietMs = 100;
/** A page that does not run its tasks within this time is not waited for. */
export const taskTimeoutMs = 1000;
/** One that has left a question without an answer gets no more time than this until it has answered it. */
const silentTaskMs = 250;

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
  /** How long a frame may take that runs in a process of its own; the others may take all the time there is. Default: as those. */
  readonly patienceMs?: number;
}

interface FrameAnswers<Answer> {
  readonly answers: readonly Answer[];
  /** Frames in processes of their own that did not answer in time. */
  readonly silent: readonly Frame[];
  /** Whether frames have come meanwhile, or got other documents, which were not asked. */
  readonly isOutdated: boolean;
}

/** Questions that frames have left without an answer. */
const unanswered = new WeakMap<Frame, Promise<unknown>>();

/**
 * Returns what the frames have answered in time. A frame that goes away meanwhile has nothing more to say. One that is too busy
 * is let be.
 */
export async function inEveryFrame<Answer>(
  { page }: WatchedPage,
  deadline: Deadline,
  { evaluate, patienceMs = Number.POSITIVE_INFINITY }: InFrames<Answer>,
): Promise<FrameAnswers<Answer>> {
  const answers: Answer[] = [];
  const silent: Frame[] = [];
  const gone = new Set<Frame>();
  const settles = (promise: Promise<unknown>, longestMs: number) =>
    settlesWithin(promise, Math.min(longestMs, deadline.remainingMs()), deadline.signal);
  const session = frameSession(page.mainFrame());
  const ask = async (frame: Frame): Promise<void> => {
    const isApart = frameSession(frame) !== session;
    const earlier = isApart ? unanswered.get(frame) : undefined;
    if (earlier && !(await settles(earlier, silentTaskMs))) return void silent.push(frame);
    const answered = evaluate(frame).then(
      (answer) => void answers.push(answer),
      () => void gone.add(frame),
    );
    const settled = Promise.allSettled([answered]);
    if (await settles(settled, isApart ? patienceMs : Number.POSITIVE_INFINITY)) return;
    if (!isApart) return;
    unanswered.set(frame, settled);
    silent.push(frame);
  };
  const asked = new Set(framesWithDocument(page));
  await Promise.all([...asked].map(ask));
  const isOutdated = framesWithDocument(page).some((frame) => !asked.has(frame) || gone.has(frame));
  return { answers: [...answers], silent, isOutdated };
}

/** Waits until nothing changes in the frame, whatever the cause. Returns whether that was so before `longestMs` had passed. */
export async function waitForUnchangedFrame(
  frame: Frame,
  { longestMs, owedMs = 0 }: { readonly longestMs: number; readonly owedMs?: number },
): Promise<boolean> {
  return (await callIn(frame, 'waitForUnchanged', quietMs, longestMs, owedMs)) < longestMs;
}
