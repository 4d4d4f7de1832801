import type { ScreenPicture, ScreenSize } from '../desktop.ts';

const OPAQUE = 0xff_00_00_00;

/**
 * Converts what an X server sends (blue, green, red, unused) in place, without copying the bytes.
 */
export function toPicture(pixels: Buffer, { width, height }: ScreenSize): ScreenPicture {
  const { buffer, byteOffset } = pixels.byteOffset % 4 === 0 ? pixels : Buffer.from(pixels);
  const words = new Uint32Array(buffer, byteOffset, width * height);
  // An index is several times faster than an iterator, and this runs a million times per
  // screenshot.
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    words[index] = OPAQUE | ((word & 0xff) << 16) | (word & 0xff00) | ((word >>> 16) & 0xff);
  }
  return { width, height, pixels: new Uint8Array(buffer, byteOffset, words.length * 4) };
}
