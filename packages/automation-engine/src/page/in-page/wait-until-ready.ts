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
  if (needs.isStable && !isStill && (await isMoving(element))) {
    return 'is not stable: it keeps moving';
  }
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

/** Compares the box of the last frame with that of the next frame. */
async function isMoving(element: Element): Promise<boolean> {
  const before = element.getBoundingClientRect();
  await nextFrame();
  if (isElsewhere(element, before)) return true;
  if (document.getAnimations().length === 0) return false;
  // An animation that has just started moves nothing in its first frame.
  await nextFrame();
  return isElsewhere(element, before);
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
