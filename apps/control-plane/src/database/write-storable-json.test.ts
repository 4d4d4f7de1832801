import { expect, test } from '@jest/globals';
import { writeStorableJson } from './write-storable-json.ts';

test.each([
  ['U+0000', 'a\0b', 'a\uFFFDb'],
  ['a high surrogate alone', 'a\uD83Db', 'a\uFFFDb'],
  ['a low surrogate alone', '\uDE00', '\uFFFD'],
  ['surrogates in the wrong order', '\uDE00\uD83D', '\uFFFD\uFFFD'],
])('replaces %s in values and names at any depth', (_, text, expected) => {
  const written = writeStorableJson({ list: [{ [text]: [text] }] });
  expect(JSON.parse(written)).toEqual({ list: [{ [expected]: [expected] }] });
});

test.each(['😀', '\\u0000', '\\\\u0000', '\\ud83d', 'a"b\n\u0001\t\\', 'ä\uFFFD'])(
  'leaves %j as it is',
  (text) => {
    expect(JSON.parse(writeStorableJson({ [text]: text }))).toEqual({ [text]: text });
  },
);
