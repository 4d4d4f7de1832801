import { pause } from '@errand/foundation';
import type { DropPlace } from './element-acts.ts';
import { settlesWithin } from '../../deadline.ts';
import { AutomationError, NoEffectError, WrongElementError } from '../../errors.ts';
import { type ActingElement, onElement } from './acting-element.ts';
import { createDragWatches, type DragWatches } from './drag-watches.ts';
import { findDropPlace, lookAhead, type Place } from './find-drop-place.ts';
import type { Point } from '../../targets/point.ts';
import { clickNeeds, endsWithPage, pressReady, readyPoint } from './pointing.ts';

/**
 * Distances of the first moves from the start: the last exceeds the threshold at which any library
 * starts a drag, and each step is small enough to be noticed separately.
 */
const firstMoves = [2, 5, 9, 14];
/** Maximum distance between two moves, and minimum and maximum number of moves. */
const STRIDE_LENGTH = 20;
const FEWEST_MOVES = 6;
const MOST_MOVES = 40;
/** Maximum wait for the release of the button; after that the page counts as gone. */
const LETS_GO_WITHIN_MS = 1000;

interface Drag {
  readonly drop: DropPlace;
  /** Where the button was pressed. */
  readonly grip: Place;
  /** Where the destination was before the drag; undefined if missing or given as a distance. */
  readonly before: Place | undefined;
  readonly watches: DragWatches;
}

/**
 * Drags an element with the mouse as a person does: a press, a few short moves, many to the
 * destination, a pause there until the page has reacted, and the release. If the page uses HTML
 * drag and drop, the browser turns this into such a drag.
 */
export async function dragTo(source: ActingElement, drop: DropPlace): Promise<void> {
  const { onto, ontoPosition, position, onReady } = drop;
  const needs = { ...clickNeeds, isGuarded: false, position };
  await naming(
    'source',
    onElement(source, (handle) => readyPoint(source, handle, needs)),
  );
  onReady?.();
  const before = onto && (await naming('destination', lookAhead(onto, ontoPosition)));
  const watches = createDragWatches(source.deadline.signal);
  try {
    const grip = await naming('source', grab(source, position, watches));
    await dragOn(source, { drop, grip, before, watches });
  } finally {
    await watches.end();
  }
}

/** Presses the button on the element. */
function grab(
  source: ActingElement,
  position: Point | undefined,
  watches: DragWatches,
): Promise<Place> {
  return onElement(source, async (handle) => {
    const ready = await readyPoint(source, handle, { ...clickNeeds, position });
    if (ready.state !== 'ready') return ready;
    await watches.begin(handle);
    const { point } = ready;
    const pressed = await pressReady({ ...source, handle }, point);
    return pressed.state === 'detached'
      ? pressed
      : { state: 'grabbed', point, frame: handle.frame };
  });
}

async function dragOn(source: ActingElement, drag: Drag): Promise<void> {
  const { grip, watches } = drag;
  try {
    const place = await carry(source, drag);
    await refuseOtherFrame(source, drag, place);
    await endsWithPage(source, source.pointer.release());
    await checkDrop(source, watches, place);
  } catch (error) {
    await letGo(source, grip.point);
    throw error;
  }
}

async function carry(source: ActingElement, { drop, grip, before, watches }: Drag): Promise<Place> {
  const { onto, ontoPosition, offset = { x: 0, y: 0 }, holdMs = 0 } = drop;
  const end = { x: grip.point.x + offset.x, y: grip.point.y + offset.y };
  await pause(holdMs, source.deadline.signal);
  for (const point of pointsAt(grip.point, before?.point ?? end, firstMoves)) {
    await moveTo(source, point);
  }
  // The page may have made room for the drop, or have scrolled.
  const place = onto
    ? await naming('destination', findDropPlace(onto, ontoPosition, watches.begin))
    : { ...grip, point: end };
  await glideTo(source, place.point);
  await watches.rest(place.frame);
  // One more move within the destination, which then sees the pointer stay.
  const { x, y } = place.point;
  await moveTo(source, { x: x + 1, y: y + 1 });
  await moveTo(source, place.point);
  await watches.rest(place.frame);
  return place;
}

async function glideTo(source: ActingElement, to: Point): Promise<void> {
  const from = source.pointer.position() ?? to;
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const wanted = Math.ceil(distance / STRIDE_LENGTH);
  const count = Math.min(MOST_MOVES, Math.max(FEWEST_MOVES, wanted));
  for (let move = 1; move <= count; move += 1) {
    const share = move / count;
    await moveTo(source, {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    });
  }
}

/** Points along the way at these distances from the start, none of them beyond the end. */
function pointsAt(from: Point, to: Point, distances: readonly number[]): Point[] {
  const total = Math.hypot(to.x - from.x, to.y - from.y);
  const isStill = total === 0;
  return distances
    .filter((distance) => isStill || distance < total)
    .map((distance) => ({
      x: from.x + (isStill ? distance : ((to.x - from.x) * distance) / total),
      y: from.y + (isStill ? 0 : ((to.y - from.y) * distance) / total),
    }));
}

function moveTo(source: ActingElement, point: Point): Promise<void> {
  return endsWithPage(source, source.pointer.moveTo(point));
}

/**
 * The browser sends pointer events to the frame where the button was pressed; only native drags
 * leave that frame.
 */
async function refuseOtherFrame(
  source: ActingElement,
  { grip, watches }: Drag,
  place: Place,
): Promise<void> {
  if (place.frame === grip.frame) return;
  const states = await watches.read();
  if (states.some((state) => state?.isNative === true)) return;
  const problem =
    'is not in the frame of the destination, and only what the browser itself drags (draggable) can move to another frame';
  throw new WrongElementError(source.locator, problem);
}

/**
 * An HTML drag that no part of the page accepts has no effect. For any other drag, only the page
 * knows whether it had one.
 */
async function checkDrop(source: ActingElement, watches: DragWatches, place: Place): Promise<void> {
  if (source.page.isClosed()) return;
  await watches.rest(place.frame);
  const states = await watches.read();
  const isNative = states.some((state) => state?.isNative === true);
  const isUnseen = states.every((state) => state && !state.isDropped && !state.hasChanged);
  if (!isNative || !isUnseen) return;
  const problem =
    'was dropped where nothing accepts it: the page got no drop event, and only the element itself changed';
  throw new NoEffectError(source.locator, problem, source.deadline.elapsedMs());
}

/** Moves the pointer back to the start before the release, so that nothing is left half done. */
async function letGo({ pointer, deadline }: ActingElement, start: Point): Promise<void> {
  const back = async () => {
    await pointer.moveTo(start);
    await pointer.release();
  };
  const released = back().catch(() => undefined);
  if (!deadline.signal.aborted) {
    await settlesWithin(released, LETS_GO_WITHIN_MS, deadline.signal);
  }
}

/** Adds to an error message which of the two elements of a drag it concerns. */
async function naming<Value>(
  which: 'source' | 'destination',
  step: Promise<Value>,
): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof AutomationError) error.message = `The ${which}: ${error.message}`;
    throw error;
  }
}
