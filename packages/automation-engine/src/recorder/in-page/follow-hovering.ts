import type { TargetNote } from '../notes.ts';
import { describeTarget, meantBy } from './describe-target.ts';
import { onTrusted } from './report.ts';

/** A pointer that merely passes over an element stays for less time. */
const RESTS_FOR_MS = 80;
const MOST_HOVERED = 3;

interface Entered {
  readonly element: Element;
  readonly at: number;
}

/** What the pointer has entered since the last press, in order. */
let entered: Entered[] = [];

export function followHovering(): void {
  onTrusted('mouseover', (event) => {
    const element = meantBy(event.composedPath());
    if (!element || element === entered.at(-1)?.element) return;
    entered.push({ element, at: performance.now() });
  });
}

/** Describes where the pointer rested on the way to an element, and starts a new record. */
export function takeHovered(target: Element): readonly TargetNote[] | undefined {
  const now = performance.now();
  const rested = entered
    .filter(({ at }, index) => (entered[index + 1]?.at ?? now) - at >= RESTS_FOR_MS)
    .map(({ element }) => element)
    .filter((element) => element.isConnected && !isPartOf(element, target));
  entered = [];
  const hovered = [...new Set(rested)].slice(-MOST_HOVERED);
  return hovered.length === 0 ? undefined : hovered.map((element) => describeTarget(element));
}

/** Whether the pointer passes over the element on its way to the target anyway. */
function isPartOf(element: Element, target: Element): boolean {
  return target.contains(element) || element.matches('html, body');
}
