import type { GreyPicture } from './grey-picture.ts';

const BLOCK_PIXELS = 8;
/** So much of a block has to be of one brightness to count as its background. */
const LEAST_SHARE = 0.35;
/** Brightnesses that differ by less are one. */
const BRIGHTNESS_STEP = 8;
/** Makes faint letters as dark as others. */
const CONTRAST = 1.6;

/**
 * Dark letters on white, whatever their colours were: each pixel becomes as dark as it differs from the background around it.
 * Light letters on small coloured buttons are read only so; large letters may lose their inside.
 */
export function flattenBackground(picture: GreyPicture): GreyPicture {
  const { width, height, values } = picture;
  const columns = Math.ceil(width / BLOCK_PIXELS);
  const backgrounds = findBackgrounds(picture, columns);
  const flat = new Uint8Array(values.length).fill(255);
  for (const [index, candidates] of collectAround(backgrounds, columns).entries()) {
    const left = (index % columns) * BLOCK_PIXELS;
    const top = Math.floor(index / columns) * BLOCK_PIXELS;
    for (let y = top; y < Math.min(height, top + BLOCK_PIXELS); y += 1) {
      for (let x = left; x < Math.min(width, left + BLOCK_PIXELS); x += 1) {
        const value = values[y * width + x] ?? 0;
        const differences = candidates.map((background) => Math.abs(value - background));
        const least = candidates.length > 0 ? Math.min(...differences) : 255 - value;
        flat[y * width + x] = 255 - Math.min(255, least * CONTRAST);
      }
    }
  }
  return { width, height, values: flat };
}

/** The background of each block, in rows; undefined where no brightness prevails. */
function findBackgrounds({ width, height, values }: GreyPicture, columns: number) {
  const backgrounds: (number | undefined)[] = [];
  for (let top = 0; top < height; top += BLOCK_PIXELS) {
    const rows = Array.from(
      { length: Math.min(BLOCK_PIXELS, height - top) },
      (_, row) => (top + row) * width,
    );
    for (let block = 0; block < columns; block += 1) {
      const [left, right] = [block * BLOCK_PIXELS, Math.min(width, (block + 1) * BLOCK_PIXELS)];
      backgrounds.push(
        prevailing(rows.flatMap((row) => [...values.subarray(row + left, row + right)])),
      );
    }
  }
  return backgrounds;
}

/** The mean of the most frequent brightness, if it is frequent enough. */
function prevailing(values: readonly number[]): number | undefined {
  const alike = Object.values(
    Object.groupBy(values, (value) => Math.floor(value / BRIGHTNESS_STEP)),
  );
  const most = alike.reduce<number[]>(
    (best, group = []) => (group.length > best.length ? group : best),
    [],
  );
  if (most.length < values.length * LEAST_SHARE) return undefined;
  return most.reduce((sum, value) => sum + value, 0) / most.length;
}

/** For each block its own background and those of its neighbours: at an edge there are two. */
function collectAround(backgrounds: readonly (number | undefined)[], columns: number): number[][] {
  return backgrounds.map((_, index) => {
    const column = index % columns;
    const around = [-columns, 0, columns].flatMap((row) =>
      [-1, 0, 1]
        .filter((side) => column + side >= 0 && column + side < columns)
        .map((side) => backgrounds[index + row + side]),
    );
    return [...new Set(around.filter((background) => background !== undefined))];
  });
}
