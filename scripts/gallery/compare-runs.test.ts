import { expect, test } from '@jest/globals';
import { agree, judge } from './compare-runs.ts';
import type { GalleryCase } from './widget.ts';

const gallery: GalleryCase = {
  name: 'chooses',
  errand: [],
  playwright: async () => {},
  shows: { read: 'document.title', is: ['Oslo'] },
  output: { city: 'Oslo' },
};

test('passes a run with the expected output and page state', () => {
  expect(judge(gallery, { output: { city: 'Oslo' }, shown: ['Oslo'] })).toEqual({ passed: true });
});

test.each([
  [{ failure: 'locator_not_found: nothing.' }, 'locator_not_found: nothing.'],
  [{ output: {}, shown: ['Oslo'] }, 'The output is {}, not {"city":"Oslo"}.'],
  [{ output: { city: 'Oslo' }, shown: ['Bern'] }, 'The page is ["Bern"], not ["Oslo"].'],
  [{ output: { city: 'Oslo' }, shown: undefined }, 'The page is null, not ["Oslo"].'],
])('reports why %j does not pass', (observation, reason) => {
  expect(judge(gallery, observation)).toEqual({ passed: false, reason });
});

test('expects no output from a case that extracts nothing', () => {
  const { output: _, ...silent } = gallery;
  expect(judge(silent, { output: {}, shown: ['Oslo'] }).passed).toBe(true);
  expect(judge(silent, { output: { city: 'Oslo' }, shown: ['Oslo'] }).passed).toBe(false);
});

test.each([
  [true, true, 'both'],
  [true, false, 'behind'],
  [false, true, 'ahead'],
  [false, false, 'neither'],
])('Playwright %p and Errand %p: %s', (playwright, errand, agreement) => {
  expect(agree({ passed: playwright }, { passed: errand })).toBe(agreement);
});
