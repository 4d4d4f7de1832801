import { expect, test } from '@jest/globals';
import { alphaOf, coloursIn, looksLike, readColour } from './colour.ts';

test.each([
  ['rgb(1, 2, 3)', [1, 2, 3], 1],
  ['rgba(1, 2, 3, 0.5)', [1, 2, 3], 0.5],
  ['oklch(1 0 0)', [255, 255, 255], 1],
  ['oklch(0.628 0.2577 29.23 / 0.2)', [255, 0, 0], 0.2],
  ['oklab(0.452 -0.032 -0.312)', [0, 0, 255], 1],
  ['lab(87.82 -79.27 80.99)', [0, 255, 0], 1],
  ['lch(54.29 106.84 40.85)', [255, 0, 0], 1],
  ['color(srgb 0.5 0 1 / none)', [128, 0, 255], 0],
  ['color(srgb-linear 0.2158 0 0)', [128, 0, 0], 1],
] as const)('reads %s', (text, rgb, alpha) => {
  const colour = readColour(text);
  expect(colour?.alpha).toBeCloseTo(alpha);
  expect(colour && looksLike(colour, { rgb, alpha })).toBe(true);
});

test('does not guess unknown colours', () => {
  expect(['', 'red', 'color(xyz 0 0 0)', 'rgb(1, 2)', 'rgb(a, b, c)'].map(readColour)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect(['', 'color(xyz 0 0 0)'].map(alphaOf)).toEqual([0, 1]);
});

test('finds the colours of a gradient', () => {
  const gradient = 'linear-gradient(to top, rgba(0, 0, 0, 0) 0%, oklch(1 0 0) 100%)';
  expect(coloursIn(gradient).map((colour) => colour?.alpha)).toEqual([0, 1]);
  expect(coloursIn('none')).toEqual([]);
});
