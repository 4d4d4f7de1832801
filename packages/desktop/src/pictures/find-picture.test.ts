import { beforeAll, expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import type { ScreenArea, ScreenPicture, ScreenPoint } from '../desktop.ts';
import { denseList, drawPage } from '../testing/draw-page.ts';
import { cropPicture } from './crop-picture.ts';
import { findPicture } from './find-picture.ts';
import { paintAreas } from './paint-areas.ts';

let screen: ScreenPicture;
beforeAll(async () => {
  await using browser = await openBrowser();
  screen = await drawPage(browser, denseList(34), { width: 1440, height: 900 });
});

/** Areas around the third to twelfth row, each with a number unique to its row. */
const places: ScreenArea[] = [
  { x: 185, y: 101, width: 113, height: 41 },
  { x: 201, y: 237, width: 113, height: 41 },
  { x: 190, y: 333, width: 340, height: 123 },
  { x: 7, y: 39, width: 90, height: 30 },
  { x: 190, y: 62, width: 60, height: 30 },
];

test('finds a part of the screen to the pixel among many similar ones', () => {
  for (const place of places) {
    const found = findPicture(screen, cropPicture(screen, place));
    expect(found).toEqual({ area: place, score: expect.closeTo(1, 3) });
  }
});

test('finds it with a pointer in the middle and some changed letters', () => {
  for (const place of places) {
    const [x, y] = [place.width / 2, place.height / 2];
    const marks = [
      { x, y, width: 3, height: 12 },
      { x, y: y + 4, width: 8, height: 4 },
    ];
    const found = findPicture(screen, paintAreas(cropPicture(screen, place), marks));
    expect(found?.area).toEqual(place);
    expect(found?.score).toBeLessThan(0.999);
    expect(found?.score).toBeGreaterThan(0.6);
  }
});

test('finds a part that moved and became brighter', () => {
  const wanted = cropPicture(screen, { x: 190, y: 333, width: 200, height: 60 });
  const brighter = wanted.pixels.map((value) => Math.round(value / 2) + 100);
  const white = { ...screen, pixels: new Uint8Array(screen.pixels.length).fill(0xff) };
  const moved = paste(white, { ...wanted, pixels: brighter }, { x: 777, y: 613 });
  const found = findPicture(moved, wanted);
  expect(found?.area).toMatchObject({ x: 777, y: 613 });
  expect(found?.score).toBeGreaterThan(0.99);
});

const buttonAt = (top: number): ScreenArea => ({ x: 900, y: top, width: 60, height: 30 });

test('picks the nearest of identical places', () => {
  const tops = [50, 321, 613];
  const sample = cropPicture(screen, { x: 7, y: 39, width: 60, height: 30 });
  const three = tops.reduce((picture, top) => paste(picture, sample, buttonAt(top)), screen);
  for (const top of tops) {
    expect(findPicture(three, sample, { x: 930, y: top + 60 })?.area).toEqual(buttonAt(top));
  }
});

test('finds nothing for a missing, single-coloured or oversized picture', () => {
  const place = { x: 190, y: 333, width: 340, height: 123 };
  const gone = paintAreas(screen, [place]);
  expect(findPicture(gone, cropPicture(screen, place))?.score ?? 0).toBeLessThan(0.7);
  const flat = cropPicture(screen, { x: 1300, y: 300, width: 113, height: 41 });
  expect(findPicture(screen, flat)).toBeUndefined();
  expect(findPicture(screen, flat, { x: 1356, y: 320 })).toBeUndefined();
  expect(findPicture(cropPicture(screen, place), screen)).toBeUndefined();
});

function paste(picture: ScreenPicture, part: ScreenPicture, { x, y }: ScreenPoint): ScreenPicture {
  const pixels = picture.pixels.slice();
  for (let row = 0; row < part.height; row += 1) {
    const from = part.pixels.subarray(row * part.width * 4, (row + 1) * part.width * 4);
    pixels.set(from, ((y + row) * picture.width + x) * 4);
  }
  return { ...picture, pixels };
}
