import { expect, test } from '@jest/globals';
import { getKey } from '../page/acting/key-table.ts';
import { readKeys } from './key-spellings.ts';
import { keyNames } from './keys.ts';

test.each([
  ['enter', ['enter']],
  ['Enter', ['enter']],
  ['ENTER', ['enter']],
  ['ArrowDown', ['down']],
  ['arrow_down', ['down']],
  ['Arrow Down', ['down']],
  ['Page-Down', ['pagedown']],
  ['Control+A', ['ctrl', 'a']],
  ['ctrl+a', ['ctrl', 'a']],
  ['ControlOrMeta + Shift + KeyK', ['ctrl', 'shift', 'k']],
  ['Shift++', ['shift', '+']],
  ['+', ['+']],
  ['A', ['shift', 'a']],
  [' ', [' ']],
  ['\t', ['\t']],
  ['Numpad5', ['num5']],
  ['NumpadAdd', ['add']],
  ['Semicolon', [';']],
  ['Meta', ['win']],
  [
    ['Control', 'A'],
    ['ctrl', 'a'],
  ],
  [
    ['Control+Shift', 'ArrowLeft'],
    ['ctrl', 'shift', 'left'],
  ],
])('reads %j as %j', (given, keys) => {
  expect(readKeys(given)).toEqual({ keys });
  // An automation is parsed when it is saved, and each of its steps again when it runs.
  expect(readKeys(keys)).toEqual({ keys });
});

test('reads the DOM key and code of every key', () => {
  const wrong = keyNames
    .map((name) => getKey(name))
    .flatMap((wanted) => [wanted.key, wanted.code].map((spelling) => ({ wanted, spelling })))
    // JIS keys share names and codes with other keys, and a left key may have the name of its pair.
    .filter(({ wanted }) => !/Mode|Lang|Yen|Mute/.test(wanted.code + wanted.key))
    .map(({ wanted, spelling }) => ({ spelling, wanted: wanted.key, read: readKeys(spelling) }))
    .filter(({ read, wanted }) => {
      if (!('keys' in read)) return true;
      const key = getKey(read.keys.at(-1) ?? '');
      return ![key.key, key.text, key.shiftedText].includes(wanted);
    });
  expect(wrong).toEqual([]);
});

test('suggests the nearest key names', () => {
  expect(readKeys(['ctrl', 'pgdwn'])).toEqual({
    unknown: 'pgdwn',
    index: 1,
    nearest: expect.arrayContaining(['pgdn']),
  });
});
