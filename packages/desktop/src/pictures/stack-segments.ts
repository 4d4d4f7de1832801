import { type Component, INK } from './components.ts';
import { enlarge } from './enlarge.ts';
import type { GreyPicture } from './grey-picture.ts';
import { findPrevailing } from './prevailing.ts';

/** White margin around each segment, in pixels of the original picture. */
const MARGIN = 8;
/** Letters fade into this many pixels around what counts as ink. */
const FADE = 1;
/** Tesseract refuses pictures higher than 32,767 pixels. */
const MOST_HEIGHT = 30_000;
const WHITE = 255;

/** Enlarged segments of a picture, one per line, as dark letters on white. */
export interface Stack {
  readonly picture: GreyPicture;
  readonly scale: number;
  readonly lines: readonly StackedLine[];
}

interface StackedLine {
  /** Top of the segment's white margin in the stack. */
  readonly top: number;
  readonly bottom: number;
  /** Top left corner of the margin in the original picture. */
  readonly origin: { readonly x: number; readonly y: number };
}

/**
 * Stacks segments vertically, in as many pictures as needed. In `clean`, which has dark letters on
 * white, only letters count as ink: anything else in a segment, such as a frame, is dropped.
 */
export function stackSegments(
  segments: readonly Component[],
  { grey, clean }: { readonly grey: GreyPicture; readonly clean: GreyPicture },
  scale: number,
): Stack[] {
  const stacks: { segment: Component; top: number; bottom: number }[][] = [];
  for (const segment of segments) {
    const height = (segment.bottom - segment.top + 1 + 2 * MARGIN) * scale;
    const stack = stacks.at(-1);
    const top = stack?.at(-1)?.bottom ?? 0;
    if (stack && top + height <= MOST_HEIGHT) stack.push({ segment, top, bottom: top + height });
    else stacks.push([{ segment, top: 0, bottom: height }]);
  }
  return stacks.map((placed) => {
    const cuts = placed.map(({ segment }) => cutOut(segment, { grey, clean }));
    const width = Math.max(...cuts.map((cut) => cut.width)) * scale;
    const height = placed.at(-1)?.bottom ?? 0;
    const values = new Uint8Array(width * height).fill(WHITE);
    for (const [index, { top }] of placed.entries()) {
      const cut = cuts[index];
      if (cut) copyInto({ width, height, values }, enlarge(cut, scale), top);
    }
    const lines = placed.map(({ segment, top, bottom }) => ({
      top,
      bottom,
      origin: { x: segment.left - MARGIN, y: segment.top - MARGIN },
    }));
    return { picture: { width, height, values }, scale, lines };
  });
}

/** Returns a segment as dark letters on white, with its margin. */
function cutOut(
  { left, top, right, bottom }: Component,
  { grey, clean }: { readonly grey: GreyPicture; readonly clean: GreyPicture },
): GreyPicture {
  const width = right - left + 1 + 2 * MARGIN;
  const height = bottom - top + 1 + 2 * MARGIN;
  const values = new Uint8Array(width * height).fill(WHITE);
  const places: { readonly from: number; readonly to: number }[] = [];
  for (let y = Math.max(0, top - FADE); y <= Math.min(grey.height - 1, bottom + FADE); y += 1) {
    for (let x = Math.max(0, left - FADE); x <= Math.min(grey.width - 1, right + FADE); x += 1) {
      const to = (y - top + MARGIN) * width + x - left + MARGIN;
      places.push({ from: y * grey.width + x, to });
    }
  }
  const { brightness } = findPrevailing(places.map(({ from }) => grey.values[from] ?? WHITE));
  const inked = places.filter(({ from }) => isBesideInk(clean, from));
  const contrastOf = ({ from }: { readonly from: number }): number =>
    Math.abs((grey.values[from] ?? WHITE) - brightness);
  const most = inked.reduce((highest, place) => Math.max(highest, contrastOf(place)), 1);
  for (const place of inked) values[place.to] = WHITE - (contrastOf(place) * WHITE) / most;
  return { width, height, values };
}

/** Returns whether a pixel or one next to it is dark. */
function isBesideInk({ width, values }: GreyPicture, place: number): boolean {
  for (const row of [-width, 0, width]) {
    for (let at = place + row - FADE; at <= place + row + FADE; at += 1) {
      if ((values[at] ?? INK) < INK) return true;
    }
  }
  return false;
}

function copyInto(target: GreyPicture, part: GreyPicture, top: number): void {
  for (let row = 0; row < part.height; row += 1) {
    const values = part.values.subarray(row * part.width, (row + 1) * part.width);
    target.values.set(values, (top + row) * target.width);
  }
}
