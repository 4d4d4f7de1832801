import { type Component, findComponents } from './components.ts';
import type { GreyPicture } from './grey-picture.ts';

/** A frame has at least this size, in pixels... */
const LEAST_WIDTH = 16;
const LEAST_HEIGHT = 14;
/** ...and at most this share of dark pixels. */
const MOST_INK = 0.35;
/** Smaller shapes are specks of a frame, not letters in it. */
const LEAST_LETTER_PIXELS = 4;
const WHITE = 255;

/**
 * Erases frames: thin shapes around others, possibly with round corners, as on buttons and fields.
 */
export function eraseFrames(picture: GreyPicture): GreyPicture {
  const { list, labels } = findComponents(picture);
  const letters = list.filter(({ pixelCount }) => pixelCount >= LEAST_LETTER_PIXELS);
  const isFrame = list.map(
    (shape) => isThin(shape) && letters.some((letter) => contains(shape, letter)),
  );
  const values = picture.values.map((value, place) =>
    isFrame[(labels[place] ?? 0) - 1] === true ? WHITE : value,
  );
  return { ...picture, values };
}

function isThin({ left, top, right, bottom, pixelCount }: Component): boolean {
  const width = right - left + 1;
  const height = bottom - top + 1;
  if (width < LEAST_WIDTH || height < LEAST_HEIGHT) return false;
  return pixelCount <= width * height * MOST_INK;
}

function contains(outer: Component, inner: Component): boolean {
  return (
    outer.left < inner.left &&
    inner.right < outer.right &&
    outer.top < inner.top &&
    inner.bottom < outer.bottom
  );
}
