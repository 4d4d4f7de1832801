import { describeTarget } from './describe-target.ts';
import { currentGesture } from './gestures.ts';
import { innermost, onTrusted, report } from './report.ts';
import { isScrollBar } from './scroll-bar.ts';
import { fieldOf } from '../../page/in-page/text-field.ts';

const LOADS_WITHIN_MS = 2_000;
const PERSON_SCROLLS_WITHIN_MS = 1_500;
const GROWTH = 20;
const turningKeys = new Set(['PageDown', 'PageUp', 'End', 'Home']);
/** Controls that the space bar presses. */
const PRESSED_BY_SPACE = 'a, button, input, select, summary, [role]';

interface Position {
  readonly top: number;
  readonly left: number;
}

interface Scrolling {
  readonly number: number;
  readonly scroller: Element;
  readonly gesture: number;
  readonly from: Position;
  readonly height: number;
  readonly observer: MutationObserver;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const START: Position = { top: 0, left: 0 };
/** Positions as they are in a replay, which repeats only the reported scrolls. */
const reached = new WeakMap<Element, Position>();
let scrollings = 0;
let turnedAt = -Infinity;
/** Whether the person is moving a scroll bar. The browser does not report its release. */
let holdsBar = false;
let current: Scrolling | undefined;

/**
 * Reports only scrolling that loaded something: steps that act on elements scroll to them anyway.
 */
export function followScrolling(): void {
  notePositions();
  onTrusted('wheel', noteTurn);
  onTrusted('keydown', (event) => {
    if (turns(event)) noteTurn(event);
    else if (event.key.length === 1 || event.key === 'Enter') noteAct(event);
  });
  onTrusted('pointerdown', (event) => {
    const element = innermost(event);
    holdsBar = element !== undefined && isScrollBar(event, element);
    if (holdsBar) noteTurn(event);
    else noteAct(event);
  });
  onTrusted('pointermove', ({ buttons }) => {
    if (buttons === 0) holdsBar = false;
  });
  onTrusted('scroll', (event) => {
    const target = event.target instanceof Element ? event.target : document.scrollingElement;
    if (!target) return;
    // The wheel was turned only over other elements, so the page scrolled this one.
    if (!reached.has(target)) reached.set(target, positionOf(target));
    const isByPerson = holdsBar || performance.now() - turnedAt < PERSON_SCROLLS_WITHIN_MS;
    // Smooth scrolling may outlast that limit.
    if (isByPerson || current?.scroller === target) follow(target);
    else reached.set(target, positionOf(target));
  });
}

/** Notes what was scrolled before the recording began. */
function notePositions(): void {
  for (const element of document.querySelectorAll('*')) {
    const position = positionOf(element);
    if (position.top !== 0 || position.left !== 0) reached.set(element, position);
  }
}

function turns(event: KeyboardEvent): boolean {
  const element = innermost(event);
  if (event.key !== ' ') return turningKeys.has(event.key);
  return element !== undefined && !fieldOf(element) && !element.matches(PRESSED_BY_SPACE);
}

/** A replay scrolls to the elements that it acts on. */
function noteAct(event: Event): void {
  const element = innermost(event);
  if (!element) return;
  for (const one of [...event.composedPath(), document.scrollingElement]) {
    if (!(one instanceof Element) || one === element) continue;
    const before = reached.get(one);
    if (before && isOutside(element, one, before)) reached.set(one, positionOf(one));
  }
}

/** Whether an element was outside the visible part of a scroller at a given position. */
function isOutside(element: Element, scroller: Element, { top, left }: Position): boolean {
  const isPage = scroller === document.scrollingElement;
  const box = isPage
    ? new DOMRect(0, 0, innerWidth, innerHeight)
    : scroller.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  const [thenX, thenY] = [x + scroller.scrollLeft - left, y + scroller.scrollTop - top];
  const isBeside = thenX >= box.right || thenX + width <= box.left;
  return isBeside || thenY >= box.bottom || thenY + height <= box.top;
}

/**
 * Notes the time of a wheel turn, and that the elements under the pointer may scroll. The browser may
 * have scrolled them before it reports the turn, so an element without a noted position counts as
 * having been at its start.
 */
function noteTurn(event: Event): void {
  turnedAt = performance.now();
  // A busy page scrolls in a later frame, so the time counts from that frame.
  requestAnimationFrame(() => (turnedAt = performance.now()));
  for (const one of [...event.composedPath(), document.scrollingElement]) {
    if (one instanceof Element && !reached.has(one)) reached.set(one, START);
  }
}

function positionOf({ scrollTop: top, scrollLeft: left }: Element): Position {
  return { top, left };
}

function follow(scroller: Element): void {
  if (current?.scroller !== scroller || current.gesture !== currentGesture()) {
    stop();
    const observer = new MutationObserver(onAdded);
    const { scrollHeight: height } = scroller;
    scrollings += 1;
    current = {
      number: scrollings,
      scroller,
      gesture: currentGesture(),
      from: reached.get(scroller) ?? positionOf(scroller),
      height,
      observer,
      timer: undefined,
    };
    observer.observe(scroller, { subtree: true, childList: true });
  }
  clearTimeout(current.timer);
  current.timer = setTimeout(stop, LOADS_WITHIN_MS);
}

function onAdded(mutations: readonly MutationRecord[]): void {
  if (!current) return;
  const { number: scrolling, scroller, gesture, from, height } = current;
  const hasElements = mutations.some(({ addedNodes }) =>
    [...addedNodes].some((node) => node instanceof Element),
  );
  const isOnPage = scroller === document.scrollingElement;
  // Other parts of the page may change at the same time.
  if (!hasElements || (isOnPage && scroller.scrollHeight < height + GROWTH)) return;
  const position = positionOf(scroller);
  const down = Math.round(position.top - from.top);
  const right = Math.round(position.left - from.left);
  const isSideways = Math.abs(right) > Math.abs(down);
  const pixels = Math.abs(isSideways ? right : down);
  if (pixels === 0) return;
  reached.set(scroller, position);
  const direction = isSideways ? wayOf(right, 'right', 'left') : wayOf(down, 'down', 'up');
  report({
    kind: 'scroll',
    gesture,
    scrolling,
    target: describeTarget(scroller),
    isOnPage,
    direction,
    pixels,
  });
}

function wayOf<Way>(distance: number, forwards: Way, back: Way): Way {
  return distance > 0 ? forwards : back;
}

function stop(): void {
  clearTimeout(current?.timer);
  current?.observer.disconnect();
  current = undefined;
}
