import { expect, test } from '@jest/globals';
import { matchOptions, type OptionText } from './match-options.ts';

/** Random numbers from 0 (inclusive) to 1 (exclusive), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const words = ['Georgia', 'South', 'No', 'Not', 'applicable', '1', '10', '2', 'Visa', 'ß', 'İ', ''];
const spaces = [' ', '  ', '\n', '\u00A0', ''];

/** Implemented differently from the code under test. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    text.normalize().toLowerCase().split(/\s+/).join(' ').trim(),
  );
  return first === second;
}

test('matches only options that are equal except for case and white space', () => {
  const random = createRandom(13);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const text = () => {
    const joined = pick(words) + pick(spaces) + pick(words);
    return random() < 0.3 ? joined.toUpperCase() : joined;
  };
  let matched = 0;
  const wrong: object[] = [];
  for (let round = 0; round < 40_000; round += 1) {
    const options: OptionText[] = Array.from({ length: Math.floor(random() * 6) }, () => ({
      value: text(),
      label: text(),
    }));
    const wanted = text();
    const { positions } = matchOptions(options, wanted);
    const meant = positions.map((position) => options[position]);
    const isRight = (option: OptionText | undefined) =>
      option !== undefined && (isEqual(option.value, wanted) || isEqual(option.label, wanted));
    const exact = options.filter(({ value, label }) =>
      [value, label, label.trim()].includes(wanted),
    );
    const right = exact.length > 0 ? exact : options.filter(isRight);
    const isSame = meant.length === right.length && right.every((option) => meant.includes(option));
    if (!isSame) wrong.push({ wanted, options, meant });
    matched += meant.length;
  }
  expect(wrong).toEqual([]);
  // Guards against rounds that match nothing and so prove nothing.
  expect(matched).toBeGreaterThan(1000);
});

test('matches only what a pattern matches', () => {
  const options = [
    { value: 'de', label: 'Germany' },
    { value: 'gf', label: 'French Guiana' },
  ];
  expect(matchOptions(options, '^g')).toEqual({ positions: [1], by: 'pattern' });
  expect(matchOptions(options, 'GERMANY$')).toEqual({ positions: [], by: 'folded' });
  expect(matchOptions(options, 'value=de')).toEqual({ positions: [0], by: 'equality' });
  expect(matchOptions(options, 'label=de').positions).toEqual([]);
});
