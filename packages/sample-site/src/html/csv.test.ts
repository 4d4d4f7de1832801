import { expect, test } from '@jest/globals';
import { toCsv } from './csv.ts';

test('quotes cells with commas, quotes and line ends', () => {
  expect(toCsv([['a,b', 'say "hi"', 'two\nlines', 3]])).toBe(
    '"a,b","say ""hi""","two\nlines",3\r\n',
  );
});
