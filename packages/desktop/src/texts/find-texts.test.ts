import { expect, test } from '@jest/globals';
import type { ScreenText } from '../desktop.ts';
import { findTexts, matchTexts } from './find-texts.ts';
import { groupLines } from './group-lines.ts';
import { similarityOf } from './similarity.ts';

/** Creates words with letters 10 pixels wide and 20 high. */
function words(...placed: [text: string, x: number, y: number][]): ScreenText[] {
  return groupLines(
    placed.map(([text, x, y]) => ({
      text,
      area: { x, y, width: text.length * 10, height: 20 },
      confidence: 90,
    })),
  );
}
const screen = words(
  ['now', 75, 12],
  ['Sign', 0, 10],
  ['in', 50, 11],
  ['Sign', 300, 10],
  ['in', 350, 10],
  ['SIGN', 0, 200],
  ['in', 300, 200],
  ['Signin', 600, 500],
);

test('sorts words into reading order, and puts distant ones on different lines', () => {
  expect(screen.map(({ text, line }) => `${line} ${text}`)).toEqual([
    '0 Sign',
    '0 in',
    '0 now',
    '1 Sign',
    '1 in',
    '2 SIGN',
    '3 in',
    '4 Signin',
  ]);
});

test('finds adjacent words of one line, ignoring case and white space', () => {
  expect(findTexts(screen, ' sign  IN now ')).toEqual([
    { text: 'Sign in now', area: { x: 0, y: 10, width: 105, height: 22 }, point: { x: 53, y: 21 } },
  ]);
  expect(findTexts(screen, 'sign in').map(({ point }) => point)).toEqual([
    { x: 35, y: 21 },
    { x: 335, y: 20 },
    { x: 630, y: 510 },
  ]);
  expect(findTexts(screen, 'Sign i')).toEqual([]);
  expect(findTexts(screen, ' ')).toEqual([]);
});

test('sorts by distance from a point', () => {
  const points = [
    { x: 310, y: 0 },
    { x: 0, y: 250 },
  ].map((near) => findTexts(screen, 'Sign', near)[0]?.point);
  expect(points).toEqual([
    { x: 320, y: 20 },
    { x: 20, y: 210 },
  ]);
});

test('matches each text with the most similar words, using each word once', () => {
  const list = words(['Milier', 0, 0], ['Anna', 70, 0], ['Novak', 0, 40], ['Novak', 0, 80]);
  const points = matchTexts(list, ['Novak', 'Miller Anna', 'NOVAK', 'Novak', 'Larsen'], 80);
  expect(points.map((found) => found?.point)).toEqual([
    { x: 25, y: 50 },
    { x: 55, y: 10 },
    { x: 25, y: 90 },
    undefined,
    undefined,
  ]);
});

test('scores the similarity of two texts', () => {
  expect(similarityOf('Sign in', 'signin')).toBe(100);
  expect(similarityOf('Miller', 'Milier')).toBeCloseTo(83.3, 1);
  expect(similarityOf('', '')).toBe(100);
  expect(similarityOf('abc', '')).toBe(0);
  expect(similarityOf('kitten', 'sitting')).toBeCloseTo(57.1, 1);
});
