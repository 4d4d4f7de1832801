import type { ScreenArea, ScreenPicture } from '@errand/desktop';

/**
 * Returns the smallest rectangle around everything that differs from the colour of the bottom right
 * corner; undefined for a uniform screen. Text recognition is poor for small windows on a large
 * empty screen.
 */
export function findDrawnArea({ width, height, pixels }: ScreenPicture): ScreenArea | undefined {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const background = words.at(-1);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (words[at] === background) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
