import { type Component, findComponents } from './components.ts';
import type { GreyPicture } from './grey-picture.ts';

/** A frame is at least so large, in pixels... */
const LEAST_WIDTH = 16;
const LEAST_HEIGHT = 14;
/** ...and dark in no more of its area than this. */
const MOST_INK = 0.35;
/** Less is a speck of a frame, not a letter in it. */
const LEAST_LETTER_PIXELS = 4;
const WHITE = 255;

/** The same without frames: thin shapes around others, with round corners too, as buttons and fields have. */
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
