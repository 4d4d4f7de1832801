import { abortable } from '@errand/foundation';
import type { ElementHandle, Page } from 'puppeteer';
import type { Deadline } from '../../deadline.ts';
import { NotActionableError, PageClosedError, WrongElementError } from '../../errors.ts';
import type { Point } from '../../targets/point.ts';
import { callOn } from '../browser/call-in-page.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import type { Needs, Readiness } from '../in-page/wait-until-ready.ts';
import { toPagePoint } from './page-point.ts';
import type { Pointer } from '../pages/pointer.ts';

/** An element that is looked up again whenever the page replaces it. */
export interface ActingElement {
  readonly page: Page;
  readonly pointer: Pointer;
  readonly deadline: Deadline;
  /** For messages: the locator as its author wrote it. */
  readonly locator: string;
  /** Waits for the one match until the deadline. The caller releases the handle. */
  readonly find: () => Promise<ElementHandle>;
  /** Takes a handle back. If omitted, the handle is disposed. */
  readonly release?: (handle: ElementHandle) => void;
  /** Called right before every action that must not be repeated. */
  readonly onAct?: () => void;
  /** For a target that is a point: where to click the last element found. */
  readonly pin?: () => Pin | undefined;
  /**
   * When false, an element that is present and visible is acted on immediately, even if it is
   * moving or covered.
   */
  readonly isVerified: boolean;
}

/** One point, both on the page and in the document of the element that is drawn there. */
export interface Pin {
  readonly page: Point;
  readonly local: Point;
}

/** Each try gets the time left until the deadline. */
export type TimedNeeds = Omit<Needs, 'timeoutMs'>;

const unguarded = { isGuarded: false } as const;

/** Adapts the needs of an action to how its element was found. */
export function adaptNeeds({ pin, isVerified }: ActingElement, needs: TimedNeeds): TimedNeeds {
  const { isStable = false, isHit = false, isInView = false, ...rest } = needs;
  const at = pin?.()?.local;
  if (at) return { ...rest, ...unguarded, at, offset: undefined, isStable: isVerified && isStable };
  return isVerified ? needs : { ...rest, ...unguarded, isInView: isHit || isInView };
}

type Outcome = { readonly state: string };

/**
 * Runs `attempt` on the element until its result is not `detached`. An attempt that returns
 * `detached` must not have acted, because it runs again on the element's successor.
 */
export async function onElement<Result extends Outcome>(
  element: ActingElement,
  attempt: (handle: ElementHandle, timeoutMs: number) => Promise<Result>,
): Promise<Exclude<Result, { state: 'detached' | 'blocked' | 'refused' }>> {
  const { deadline, locator, page } = element;
  for (let problem = 'was replaced repeatedly'; ;) {
    try {
      const result = await onHandle(element, attempt);
      if (result.state !== 'detached') return accept(element, result);
      if ('problem' in result && typeof result.problem === 'string') problem = result.problem;
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (!isDocumentGone(error)) throw error;
      if (page.isClosed()) throw new PageClosedError();
    }
    if (deadline.remainingMs() === 0) {
      throw new NotActionableError(locator, problem, deadline.elapsedMs());
    }
  }
}

async function onHandle<Result>(
  { find, release, deadline }: ActingElement,
  attempt: (handle: ElementHandle, timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const handle = await find();
  try {
    return await abortable(attempt(handle, deadline.remainingMs()), deadline.signal);
  } finally {
    // Not awaited: whether the page releases the handle does not matter here.
    if (release) release(handle);
    else handle.dispose().catch(() => undefined);
  }
}

/** Checks the element in the page, within the remaining time. */
export type ReadyCheck = (handle: ElementHandle, timeoutMs: number) => Promise<Readiness>;

/** Waits until the element can be clicked, and returns the point on the page. */
export async function findPoint(
  element: ActingElement,
  handle: ElementHandle,
  ready: ReadyCheck,
): Promise<Readiness> {
  const { deadline } = element;
  for (let attempt = 0; ; attempt += 1) {
    const readiness = await ready(handle, deadline.remainingMs());
    if (readiness.state !== 'ready') return readiness;
    const point = await toPinnedPoint(element, handle, readiness.point);
    if (typeof point !== 'string') return { ...readiness, point };
    if (deadline.remainingMs() === 0) return { state: 'blocked', problem: point };
    // The frame around the element may be scrolled out of view.
    await callOn(handle, 'scrollTo', attempt);
  }
}

/** Like `toPagePoint`, but a target that is a point keeps its point. */
export async function toPinnedPoint(
  { pin }: ActingElement,
  handle: ElementHandle,
  point: Point,
): Promise<Point | string> {
  return pin?.()?.page ?? toPagePoint(handle, point);
}

function accept<Result extends Outcome>(
  { locator, deadline }: ActingElement,
  result: Result,
): Exclude<Result, { state: 'detached' | 'blocked' | 'refused' }> {
  const problem = 'problem' in result ? String(result.problem) : '';
  if (result.state === 'blocked') {
    throw new NotActionableError(locator, problem, deadline.elapsedMs());
  }
  if (result.state === 'refused') throw new WrongElementError(locator, problem);
  return result as Exclude<Result, { state: 'detached' | 'blocked' | 'refused' }>;
}
