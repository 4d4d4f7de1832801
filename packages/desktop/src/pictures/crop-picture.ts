import type { ScreenArea, ScreenPicture, ScreenSize } from '../desktop.ts';

/** Returns the part of an area that lies on a screen, in whole pixels; at least one pixel. */
export function clampArea(area: ScreenArea, screen: ScreenSize): ScreenArea {
  const left = clamp(Math.floor(area.x), 0, screen.width - 1);
  const top = clamp(Math.floor(area.y), 0, screen.height - 1);
  const right = clamp(Math.ceil(area.x + area.width), left + 1, screen.width);
  const bottom = clamp(Math.ceil(area.y + area.height), top + 1, screen.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Copies a part of a picture; the area is clipped to the picture. */
export function cropPicture(picture: ScreenPicture, area: ScreenArea): ScreenPicture {
  const { x, y, width, height } = clampArea(area, picture);
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * picture.width + x) * 4;
    pixels.set(picture.pixels.subarray(start, start + width * 4), row * width * 4);
  }
  return { width, height, pixels };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
