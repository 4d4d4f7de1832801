import type { GreyPicture } from './grey-picture.ts';
import { BRIGHTNESS_STEP, findPrevailing } from './prevailing.ts';

const BLOCK_PIXELS = 8;
/** Share of a block that must have one brightness to count as its background. */
const LEAST_SHARE = 0.35;
/** Share of a block that must match the neighbouring background for the block to lie at an edge. */
const EDGE_SHARE = 0.3;
/** Factor that makes faint letters as dark as others. */
const CONTRAST = 1.6;

/**
 * Returns dark letters on white, whatever their colours were: a pixel is as dark as its contrast to
 * the background around it. Only this makes light letters on small coloured buttons readable; large
 * letters may lose their interior.
 */
export function flattenBackground(picture: GreyPicture): GreyPicture {
  const { width, height } = picture;
  const flat = new Uint8Array(width * height);
  const columns = Math.ceil(width / BLOCK_PIXELS);
  const blocks = cutIntoBlocks(picture);
  const backgrounds = blocks.map(backgroundOf);
  for (const [index, { places, values }] of blocks.entries()) {
    const own = backgrounds[index];
    const others = backgroundsAround(backgrounds, index, columns);
    const candidates =
      own === undefined ? others : [own, ...others.filter((other) => isEdge(values, other))];
    for (const [at, place] of places.entries()) {
      const value = values[at] ?? 0;
      const differences = candidates.map((background) => Math.abs(value - background));
      const least = candidates.length > 0 ? Math.min(...differences) : 255 - value;
      flat[place] = 255 - Math.min(255, least * CONTRAST);
    }
  }
  return { width, height, values: flat };
}

interface Block {
  /** Indices of the block's pixels in the picture. */
  readonly places: readonly number[];
  /** Brightness of these pixels. */
  readonly values: readonly number[];
}

/** Splits a picture into blocks, in rows from the top left corner. */
function cutIntoBlocks({ width, height, values }: GreyPicture): Block[] {
  const blocks: Block[] = [];
  for (let top = 0; top < height; top += BLOCK_PIXELS) {
    for (let left = 0; left < width; left += BLOCK_PIXELS) {
      const places = placesOf({ left, top }, { width, height });
      blocks.push({ places, values: places.map((place) => values[place] ?? 0) });
    }
  }
  return blocks;
}

function placesOf(
  { left, top }: { readonly left: number; readonly top: number },
  { width, height }: Pick<GreyPicture, 'height' | 'width'>,
): number[] {
  const places: number[] = [];
  for (let y = top; y < Math.min(height, top + BLOCK_PIXELS); y += 1) {
    for (let x = left; x < Math.min(width, left + BLOCK_PIXELS); x += 1) places.push(y * width + x);
  }
  return places;
}

function backgroundOf({ values }: Block): number | undefined {
  const { brightness, share } = findPrevailing(values);
  return share < LEAST_SHARE ? undefined : brightness;
}

/** Returns the backgrounds of the eight blocks around one. */
function backgroundsAround(
  backgrounds: readonly (number | undefined)[],
  index: number,
  columns: number,
): number[] {
  const column = index % columns;
  const sides = [-1, 0, 1].filter((side) => column + side >= 0 && column + side < columns);
  const around = [-columns, 0, columns].flatMap((row) =>
    sides.map((side) => backgrounds[index + row + side]),
  );
  return [...new Set(around.filter((background) => background !== undefined))];
}

function isEdge(values: readonly number[], background: number): boolean {
  const alike = values.filter((value) => Math.abs(value - background) < BRIGHTNESS_STEP);
  return alike.length >= values.length * EDGE_SHARE;
}
