import { whyNotEditable, whyNotEnabled, whyNotVisible } from './element-facts.ts';
import { guardClick } from './click-guard.ts';
import { type PlaceOnElement, scrollPositionTo, wantedPoint } from './element-position.ts';
import { whyNotHit, whyNotInView } from './hit-test.ts';
import type { Point } from '../../targets/point.ts';

/** What an action requires of its element, besides being visible. */
export interface Needs extends PlaceOnElement {
  readonly timeoutMs: number;
  /**
   * `if-animated` checks only while something on the page is animated, and otherwise costs no
   * frame.
   */
  readonly isStable?: boolean | 'if-animated';
  readonly isEnabled?: boolean;
  readonly isEditable?: boolean;
  /** The element must receive a click at its click point; it is scrolled there. */
  readonly isHit?: boolean;
  /** The click point must be in the visible area; the element is scrolled there. */
  readonly isInView?: boolean;
  /**
   * If the element receives clicks, only the next click that reaches it is let through: see
   * `guardClick`.
   */
  readonly isGuarded?: boolean;
  /**
   * The click point is this one, regardless of the element's box, and the element must still be
   * drawn there.
   */
  readonly at?: Point | undefined;
}

export type Readiness =
  | { readonly state: 'ready'; readonly point: Point; readonly isHit: boolean }
  /**
   * The element left the document, or its point: find it again. `problem` is the reason to report
   * if this keeps happening.
   */
  | { readonly state: 'detached'; readonly problem?: string }
  /** The time is up. `problem` is the predicate of a sentence about the element. */
  | { readonly state: 'blocked'; readonly problem: string }
  /** Waiting would not help. */
  | { readonly state: 'refused'; readonly problem: string };

/** Checks at every animation frame until the element meets all needs, or the time is up. */
export async function waitUntilReady(element: Element, needs: Needs): Promise<Readiness> {
  const end = performance.now() + needs.timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    if (!element.isConnected) return { state: 'detached' };
    const problem =
      whyNotInState(element, needs) ?? (await whyNotClickable(element, needs, attempt));
    if (needs.at && whyNotHit(element, needs.at) !== undefined) return { state: 'detached' };
    if (problem === undefined) {
      const point = needs.at ?? wantedPoint(element, needs);
      const isHit = whyNotHit(element, point) === undefined;
      if (needs.isGuarded && isHit) guardClick(element);
      return { state: 'ready', point, isHit };
    }
    if (performance.now() >= end) return { state: 'blocked', problem };
    await nextFrame();
  }
}

function whyNotInState(element: Element, needs: Needs): string | undefined {
  return (
    whyNotVisible(element) ??
    (needs.isEnabled ? whyNotEnabled(element) : undefined) ??
    (needs.isEditable ? whyNotEditable(element) : undefined)
  );
}

async function whyNotClickable(
  element: Element,
  needs: Needs,
  attempt: number,
): Promise<string | undefined> {
  const isStill = needs.isStable === 'if-animated' && document.getAnimations().length === 0;
  const movement = needs.isStable && !isStill ? await whyNotStable(element, needs) : undefined;
  if (movement !== undefined) return movement;
  if (needs.at) return undefined;
  const point = wantedPoint(element, needs);
  const problem =
    (needs.isInView ? whyNotInView(point) : undefined) ??
    (needs.isHit ? whyNotHit(element, point) : undefined);
  if (problem !== undefined && needs.position) scrollPositionTo(element, needs.position, attempt);
  else if (problem !== undefined) scrollTo(element, attempt);
  return problem;
}

/**
 * Every attempt aligns the element differently, to move it out from under a fixed header or footer.
 */
export function scrollTo(element: Element, attempt: number): void {
  const alignments: ScrollLogicalPosition[] = ['center', 'end', 'start', 'nearest'];
  const block = alignments[attempt % alignments.length] ?? 'center';
  element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
}

/**
 * Compares the box of the last frame with those of the next frames. An element that is still because
 * the page has not drawn its animation yet, as on a busy machine, is not stable.
 */
async function whyNotStable(element: Element, needs: Needs): Promise<string | undefined> {
  const moves = 'is not stable: it keeps moving';
  // A frame of another site draws nothing while it is out of sight.
  if (window !== window.top && !needs.at && undrawnAnimations().length > 0) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }
  const before = element.getBoundingClientRect();
  await nextFrame();
  if (isElsewhere(element, before)) return moves;
  if (document.getAnimations().length === 0) return undefined;
  const undrawn = undrawnAnimations();
  // An animation that has just started moves nothing in its first frame.
  await nextFrame();
  if (isElsewhere(element, before)) return moves;
  // Where the point is not essential, a frame that is never drawn must not fail the step.
  if (needs.isStable === 'if-animated') return undefined;
  const isUndrawn = undrawn.some(({ pending }) => pending);
  return isUndrawn ? 'is not stable: the page has not drawn its animation yet' : undefined;
}

/**
 * The animations whose first frame has not been drawn. A script may restart one in each frame, which
 * is then another object. A hidden document never draws, nor does the timeline of a scroll area that
 * does not exist, so neither counts.
 */
function undrawnAnimations(): Animation[] {
  if (document.visibilityState === 'hidden') return [];
  const animations = document.getAnimations();
  return animations.filter(({ pending, timeline }) => pending && timeline === document.timeline);
}

function isElsewhere(element: Element, before: DOMRect): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return before.x !== x || before.y !== y || before.width !== width || before.height !== height;
}

/**
 * A background tab draws no frames, so a timer replaces them. A busy machine only draws them late.
 */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, document.visibilityState === 'hidden' ? 100 : 500);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
