import { describeHit, elementAtFor, isReachedThrough, shadowRootsOf } from './hit-test.ts';

/** `missed`: the click was blocked before it reached its target, so nothing has happened. */
export type ClickVerdict =
  | { readonly state: 'hit' }
  | { readonly state: 'missed'; readonly problem: string };

interface ClickGuard {
  readonly verdict: Promise<ClickVerdict>;
  readonly end: () => void;
}

let guard: ClickGuard | undefined;

/**
 * Lets the next click through only if it goes to the element: moving the mouse there may have
 * brought something over it. A click that is late, or goes to a document around the frame, is not
 * detected.
 */
export function guardClick(element: Element): void {
  guard?.end();
  const longestMs = 10_000;
  const kinds = 'pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick';
  const { promise: verdict, resolve } = Promise.withResolvers<ClickVerdict>();
  let isMissed = false;
  const onEvent = (event: Event) => {
    if (!event.isTrusted || !(event instanceof MouseEvent)) return;
    if (!isMissed && event.type === 'pointerdown') {
      const problem = whyMissed(element, event);
      if (problem === undefined) return end();
      isMissed = true;
      resolve({ state: 'missed', problem });
    }
    if (!isMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(end, longestMs);
  function end(): void {
    clearTimeout(timer);
    for (const kind of kinds.split(' ')) removeEventListener(kind, onEvent, { capture: true });
    resolve({ state: 'hit' });
  }
  for (const kind of kinds.split(' ')) addEventListener(kind, onEvent, { capture: true });
  guard = { verdict, end };
}

/** Returns where the guarded click went, once it has arrived. */
export async function awaitClick(): Promise<ClickVerdict> {
  return (await guard?.verdict) ?? { state: 'hit' };
}

/** Ends the guard: events go to their targets again. */
export function endClick(): void {
  guard?.end();
  guard = undefined;
}

function whyMissed(element: Element, event: MouseEvent): string | undefined {
  if (!element.isConnected) return 'was replaced repeatedly';
  const hit = elementHitBy(event, element);
  if (hit && isReachedThrough(element, hit)) return undefined;
  const cover = hit ? `is covered by ${describeHit(hit)}` : 'moves away';
  return `${cover} as soon as the mouse is over it`;
}

/**
 * Returns the target of the event. The path of an event does not show elements in a closed shadow
 * root, but its point does.
 */
function elementHitBy(event: MouseEvent, element: Element): Element | undefined {
  const [innermost] = event.composedPath();
  const isClosed = shadowRootsOf(element).some(({ mode }) => mode === 'closed');
  if (innermost instanceof Element && !isClosed) return innermost;
  return elementAtFor(element, { x: event.clientX, y: event.clientY });
}
