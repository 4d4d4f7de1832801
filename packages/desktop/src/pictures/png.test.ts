import { expect, test } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import type { ScreenPicture } from '../desktop.ts';
import { comparePictures } from './compare-pictures.ts';
import { cropPicture } from './crop-picture.ts';
import { paintAreas } from './paint-areas.ts';
import { decodePng, encodePng } from './png.ts';

const picture: ScreenPicture = {
  width: 4,
  height: 3,
  pixels: Uint8Array.from({ length: 48 }, (_, index) => (index % 4 === 3 ? 255 : index * 5)),
};
const bytesOf = ({ pixels, ...size }: ScreenPicture): unknown => ({ ...size, pixels: [...pixels] });
const rowOf = (value: number): number[] => [value, value + 5, value + 10, 255];

test('a picture survives encoding and decoding', () => {
  expect(bytesOf(decodePng(encodePng(picture)))).toEqual(bytesOf(picture));
});

test('refuses files that are not pictures, damaged, or too large for memory', () => {
  const file = Buffer.from(encodePng(picture));
  const code = 'picture_format';
  expect(() => decodePng(Buffer.from('<html>'))).toThrow(expect.objectContaining({ code }));
  expect(() => decodePng(file.subarray(0, 60))).toThrow('its content is damaged');
  const huge = Buffer.from(file);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  expect(() => decodePng(huge)).toThrow('10000000000 pixels; at most 64000000 are read');
  expect(() => decodePng(deflateSync(file))).toThrow('it does not start like one');
});

test('crops to the part that lies within the picture', () => {
  const crop = cropPicture(picture, { x: 2, y: 1, width: 10, height: 1 });
  expect(bytesOf(crop)).toEqual({ width: 2, height: 1, pixels: [...rowOf(120), ...rowOf(140)] });
  expect(cropPicture(picture, { x: -3, y: -2, width: 4, height: 3 })).toMatchObject({
    width: 1,
    height: 1,
  });
  expect(bytesOf(cropPicture(picture, { x: 90, y: 90, width: 5, height: 5 }))).toEqual({
    width: 1,
    height: 1,
    pixels: rowOf(220),
  });
});

test('paints only the areas black, in a copy', () => {
  const areas = [
    { x: 1, y: 1, width: 1, height: 1 },
    { x: 3, y: 2, width: 9, height: 9 },
    { x: 4, y: 0, width: 5, height: 5 },
    { x: -9, y: -9, width: 9, height: 9 },
  ];
  const painted = paintAreas(picture, areas);
  const black = [0, 0, 0, 255];
  const changed = Array.from({ length: 12 }, (_, index) => index).filter(
    (index) => String(painted.pixels.subarray(index * 4, index * 4 + 4)) === String(black),
  );
  expect(changed).toEqual([5, 11]);
  expect(picture.pixels[20]).toBe(100);
  expect(comparePictures(picture, painted)).toBeCloseTo(10 / 12);
  expect(comparePictures(picture, picture)).toBe(1);
  expect(
    comparePictures(picture, cropPicture(picture, areas[0] ?? { x: 0, y: 0, width: 1, height: 1 })),
  ).toBe(0);
});
