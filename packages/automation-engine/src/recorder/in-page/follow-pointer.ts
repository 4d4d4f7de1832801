import type { ClickNote, DragNote, Modifier, PointNote, TargetNote } from '../notes.ts';
import { describeTarget, meantBy } from './describe-target.ts';
import { takeHovered } from './follow-hovering.ts';
import { beginGesture } from './gestures.ts';
import { onTrusted, report } from './report.ts';
import { isScrollBar } from './scroll-bar.ts';

const buttons = ['left', 'middle', 'right'] as const;
/** In pixels: hands are not steady. */
const CLICK_RADIUS = 6;
/** The usual value on desktops. */
const DOUBLE_CLICK_MS = 500;
const LARGE_ENOUGH_TO_AIM = 60;
const DRAWINGS = 'html, body, canvas, svg, img, video, area, [role=slider]';

interface Press {
  readonly element: Element;
  readonly target: TargetNote;
  readonly hovered: readonly TargetNote[] | undefined;
  readonly gesture: number;
  readonly position: PointNote;
  readonly x: number;
  readonly y: number;
}

let press: Press | undefined;
let lastClick:
  | { readonly element: Element; readonly at: number; readonly modifiers: string }
  | undefined;

/**
 * Detects clicks and drags from press and release, because pages often replace the pressed element.
 * Pages can suppress mouse events, but not pointer events.
 */
export function followPointer(): void {
  onTrusted('pointerdown', (event) => {
    press = undefined;
    const element = meantBy(event.composedPath());
    // The other buttons go back and forward in the history.
    if (event.button > 2) return report({ kind: 'history' });
    if (!element || isScrollBar(event, element) || element.matches(':disabled')) return;
    const gesture = beginGesture(element);
    const position = pointWithin(element, event);
    const { clientX: x, clientY: y } = event;
    const hovered = takeHovered(element);
    press = { element, target: describeTarget(element), hovered, gesture, position, x, y };
    // The context menu receives the release.
    if (event.button === 2) reportClick(event);
  });
  onTrusted('pointerup', (event) => {
    if (!press || event.button === 2) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= CLICK_RADIUS) {
      return reportClick(event);
    }
    if (isSelecting(press.element)) press = undefined;
    else reportDrag(event);
  });
  // The browser sends no pointer events during its own drag and drop.
  onTrusted('drop', (event) => reportDrag(event));
}

function reportClick(event: MouseEvent): void {
  if (!press) return;
  const { element, target, hovered, gesture, position } = press;
  press = undefined;
  // The list of a select is not part of the page; the choice is reported instead.
  if (element.matches('select, option')) return;
  const note: ClickNote = {
    kind: 'click',
    gesture,
    target,
    hovered,
    button: buttons[event.button] ?? 'left',
    isDouble: isSecond(element, event),
    modifiers: modifiersOf(event),
    position: needsPosition(element, target) ? position : undefined,
  };
  report(note);
}

/** With other keys held, a click is one of its own: it selects something else. */
function isSecond(element: Element, event: MouseEvent): boolean {
  const { button, timeStamp: at } = event;
  const modifiers = modifiersOf(event).join(' ');
  const isAgain =
    button === 0 &&
    lastClick?.element === element &&
    lastClick.modifiers === modifiers &&
    at - lastClick.at < DOUBLE_CLICK_MS;
  lastClick = button === 0 && !isAgain ? { element, at, modifiers } : undefined;
  return isAgain;
}

function reportDrag(event: MouseEvent): void {
  if (!press) return;
  const { element, target, hovered, gesture, position, x, y } = press;
  press = undefined;
  // The value of the control is reported instead.
  if (element.matches('input, select')) return;
  if (target.role === 'slider' && element.hasAttribute('aria-valuenow')) {
    // The page may set the value after the release.
    setTimeout(() => {
      const value = element.getAttribute('aria-valuenow') ?? '';
      report({ kind: 'set', gesture, target, value });
    }, 50);
    return;
  }
  const note: DragNote = {
    kind: 'drag',
    gesture,
    target,
    hovered,
    position,
    onto: findOnto(event, element),
    offset: { x: Math.round(event.clientX - x), y: Math.round(event.clientY - y) },
  };
  report(note);
}

/** Returns the element onto which the source was dropped, unless it contains the source. */
function findOnto(event: MouseEvent, source: Element): DragNote['onto'] {
  const root = source.getRootNode();
  const places = root instanceof ShadowRoot ? root : document;
  const below = places
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element) => !source.contains(element) && !isCarried(element, source));
  if (!below || below.contains(source)) return undefined;
  return { target: describeTarget(below), position: pointWithin(below, event) };
}

/** Whether the element is a copy of the source that follows the pointer. */
function isCarried(element: Element, source: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === 'fixed' && element.textContent === source.textContent;
}

function modifiersOf(event: MouseEvent): Modifier[] {
  const held = {
    Alt: event.altKey,
    Control: event.ctrlKey,
    Meta: event.metaKey,
    Shift: event.shiftKey,
  };
  return (Object.keys(held) as Modifier[]).filter((name) => held[name]);
}

function pointWithin(element: Element, { clientX, clientY }: MouseEvent): PointNote {
  const { left, top } = element.getBoundingClientRect();
  const x = Math.max(0, Math.round(clientX - left - element.clientLeft));
  return { x, y: Math.max(0, Math.round(clientY - top - element.clientTop)) };
}

/** Whether clicks at different points of the element may have different effects. */
function needsPosition(element: Element, { role }: TargetNote): boolean {
  if (element.matches(DRAWINGS)) return true;
  const { width, height } = element.getBoundingClientRect();
  const isPlain = role === '' || role === 'generic';
  const isLarge = Math.max(width, height) > LARGE_ENOUGH_TO_AIM;
  return isPlain && isLarge && element.localName !== 'label' && element.textContent?.trim() === '';
}

function isSelecting(element: Element): boolean {
  if (element.closest('[draggable=true], [aria-grabbed], [aria-roledescription]')) return false;
  return getSelection()?.isCollapsed === false;
}
