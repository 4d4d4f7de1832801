import type { ScreenArea, ScreenPicture } from '../desktop.ts';
import { clampArea } from './crop-picture.ts';

const BLACK = [0, 0, 0, 0xff] as const;

/**
 * Returns a copy of a picture with areas painted black. Parts of an area outside the picture are
 * ignored.
 */
export function paintAreas(picture: ScreenPicture, areas: readonly ScreenArea[]): ScreenPicture {
  const pixels = picture.pixels.slice();
  for (const area of areas.filter((one) => isVisible(one, picture))) {
    const { x, y, width, height } = clampArea(area, picture);
    const blackRow = Uint8Array.from({ length: width * 4 }, (_, index) => BLACK[index % 4] ?? 0);
    for (let row = y; row < y + height; row += 1) {
      pixels.set(blackRow, (row * picture.width + x) * 4);
    }
  }
  return { ...picture, pixels };
}

function isVisible(area: ScreenArea, { width, height }: ScreenPicture): boolean {
  const isEmpty = area.width <= 0 || area.height <= 0;
  return (
    !isEmpty &&
    area.x < width &&
    area.y < height &&
    area.x + area.width > 0 &&
    area.y + area.height > 0
  );
}
