import { type Component, findComponents, INK } from './components.ts';
import type { GreyPicture } from './grey-picture.ts';

/** Letters at most this many light pixels apart belong to one segment. */
const GAP_PIXELS = 7;
/**
 * A dot or accent is at most this high and wide, at most this far from its letter, and the two
 * together are at most this high.
 */
const DOT_PIXELS = 3;
const DOT_GAP_PIXELS = 3;
const DOTTED_PIXELS = 24;
/** Shapes outside these limits, or with less ink, are not text worth enlarging. */
const LEAST_HEIGHT = 4;
const MOST_HEIGHT = 40;
const LEAST_INK = 6;
/** A shape this high and narrow is part of a frame, or a cursor. */
const BAR_HEIGHT = 14;
const BAR_WIDTH = 4;
/**
 * Bounds the work for photographs, which have countless shapes; those with the most ink are kept.
 */
const MOST_SEGMENTS = 1500;
/** Grid size of the neighbour search. */
const CELL_PIXELS = 32;

/** Returns where words, or groups of adjacent words, are in a picture of dark letters on white. */
export function findSegments(picture: GreyPicture): Component[] {
  const { list } = findComponents(joinLetters(picture));
  return joinDots(list)
    .filter(isText)
    .toSorted((one, other) => other.pixelCount - one.pixelCount)
    .slice(0, MOST_SEGMENTS)
    .toSorted((one, other) => one.top - other.top || one.left - other.left);
}

function isText({ left, top, right, bottom, pixelCount }: Component): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (height < LEAST_HEIGHT || height > MOST_HEIGHT || pixelCount < LEAST_INK) return false;
  return height < BAR_HEIGHT || width > BAR_WIDTH;
}

/** Fills the gaps between letters. */
function joinLetters({ width, height, values }: GreyPicture): GreyPicture {
  const joined = values.slice();
  for (let row = 0; row < height; row += 1) {
    let last: number | undefined;
    for (let place = row * width; place < (row + 1) * width; place += 1) {
      if ((values[place] ?? INK) >= INK) continue;
      if (last !== undefined && place - last <= GAP_PIXELS) joined.fill(0, last, place);
      last = place;
    }
  }
  return { width, height, values: joined };
}

/** Joins dots and accents with their letters. */
function joinDots(list: readonly Component[]): Component[] {
  const groupOf = list.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (groupOf[root] !== root) root = groupOf[root] ?? root;
    return root;
  };
  for (const [index, other] of neighbours(list)) {
    const [one, another] = [list[index], list[other]];
    if (one && another && one !== another && isDotOf(one, another)) {
      groupOf[rootOf(other)] = rootOf(index);
    }
  }
  const groups = Map.groupBy(list.keys(), rootOf);
  return [...groups.values()].map((members) =>
    members.flatMap((member) => list[member] ?? []).reduce(surround),
  );
}

function isDotOf(one: Component, other: Component): boolean {
  const sideways = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  const apart = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  const { top, bottom } = surround(one, other);
  const isNear = sideways <= 1 && apart <= DOT_GAP_PIXELS && bottom - top < DOTTED_PIXELS;
  return isNear && (isDot(one) || isDot(other));
}

function isDot({ left, top, right, bottom }: Component): boolean {
  return bottom - top < DOT_PIXELS || right - left < DOT_PIXELS;
}

function surround(one: Component, other: Component): Component {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    pixelCount: one.pixelCount + other.pixelCount,
  };
}

/** Yields pairs of shapes that may be close enough, some of them twice. */
function* neighbours(list: readonly Component[]): Generator<readonly [number, number]> {
  const cells = byCell(list);
  for (const [index, shape] of list.entries()) {
    const around = cellsOf(shape, DOT_GAP_PIXELS).flatMap((cell) => cells.get(cell) ?? []);
    for (const other of around) yield [index, other];
  }
}

function byCell(list: readonly Component[]): Map<string, number[]> {
  const cells = new Map<string, number[]>();
  for (const [index, shape] of list.entries()) {
    for (const cell of cellsOf(shape, 0)) {
      const members = cells.get(cell);
      if (members) members.push(index);
      else cells.set(cell, [index]);
    }
  }
  return cells;
}

function cellsOf({ left, top, right, bottom }: Component, margin: number): string[] {
  const cells: string[] = [];
  const [first, last] = [cellOf(left - margin), cellOf(right + margin)];
  for (let row = cellOf(top - margin); row <= cellOf(bottom + margin); row += 1) {
    for (let column = first; column <= last; column += 1) cells.push(`${column} ${row}`);
  }
  return cells;
}

function cellOf(place: number): number {
  return Math.floor(place / CELL_PIXELS);
}
