import { expect, test } from '@jest/globals';
import { startOfJson, startOfText } from './start-of-text.ts';

test('writes JSON as JSON.stringify does', () => {
  const value = { a: [], b: {}, c: [1, null, { d: 'é "x"\n' }, [true]], 'e f': -0.5 };
  for (const each of [value, [], [[]], 'text', 7, null]) {
    expect(startOfJson(each, 10_000)).toEqual({
      text: JSON.stringify(each, undefined, 2),
      isWhole: true,
    });
  }
});

test('reads no more of a large value than is shown, and ends at a line', () => {
  let reads = 0;
  const row = {
    get name() {
      reads += 1;
      return 'row';
    },
  };
  const rows = Array.from({ length: 50_000 }, () => row);
  const { text, isWhole } = startOfJson(rows, 1_000);
  expect(isWhole).toBe(false);
  expect(text.length).toBeLessThanOrEqual(1_000);
  expect(text).toMatch(/"name": "row"\n {2}\},?$|\{$|"row"$/);
  expect(reads).toBeLessThan(100);
});

test('cuts a text without lines between characters', () => {
  expect(startOfText('ab\u{1F600}c', 3)).toEqual({ text: 'ab', isWhole: false });
  expect(startOfText('ab\u{1F600}c', 4)).toEqual({ text: 'ab\u{1F600}', isWhole: false });
  expect(startOfText('ab\ncd', 5)).toEqual({ text: 'ab\ncd', isWhole: true });
});
