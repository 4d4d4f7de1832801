import type { ScreenPicture } from '@errand/desktop';

/**
 * Shrinks the image by a whole factor, so that it is at most `width` wide. Each pixel is the mean
 * of those it replaces.
 */
export function shrinkPicture(picture: ScreenPicture, width: number): ScreenPicture {
  const factor = Math.max(1, Math.ceil(picture.width / width));
  if (factor === 1) return picture;
  const size = {
    width: Math.floor(picture.width / factor),
    height: Math.max(1, Math.floor(picture.height / factor)),
  };
  const pixels = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const mean = meanOf(picture, { x: x * factor, y: y * factor, factor, channel });
        pixels[(y * size.width + x) * 4 + channel] = mean;
      }
    }
  }
  return { ...size, pixels };
}

interface Block {
  readonly x: number;
  readonly y: number;
  readonly factor: number;
  readonly channel: number;
}

function meanOf({ pixels, width }: ScreenPicture, { x, y, factor, channel }: Block): number {
  let sum = 0;
  for (let row = y; row < y + factor; row += 1) {
    for (let column = x; column < x + factor; column += 1) {
      sum += pixels[(row * width + column) * 4 + channel] ?? 0;
    }
  }
  return sum / factor ** 2;
}
