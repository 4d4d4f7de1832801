import { expect, test } from '@jest/globals';
import { keyNames } from '../../fields/keys.ts';
import { getKey } from './key-table.ts';

test('has a key for every name that key_press accepts', () => {
  const codes = keyNames.map((name) => getKey(name).code);
  expect(codes).toHaveLength(keyNames.length);
  expect(codes.every((code) => /^[A-Z]\w*$/.test(code))).toBe(true);
});

test('types every printable character as itself', () => {
  const printable = keyNames.filter((name) => name.length === 1 && name >= ' ');
  expect(printable.map((name) => getKey(name).text)).toEqual(printable);
});

test.each([
  ['enter', { key: 'Enter', keyCode: 13, text: '\r' }],
  ['\n', { key: 'Enter', keyCode: 13 }],
  ['\t', { key: 'Tab', keyCode: 9 }],
  ['!', { key: '!', code: 'Digit1' }],
  ['a', { key: 'a', shiftedText: 'A', code: 'KeyA' }],
  ['num7', { key: '7', code: 'Numpad7', location: 3 }],
  ['shiftright', { key: 'Shift', location: 2 }],
  ['f24', { key: 'F24', keyCode: 135 }],
])('has the key %j', (name, key) => {
  expect(getKey(name)).toMatchObject(key);
});

test('rejects an unknown name', () => {
  expect(() => getKey('Enter')).toThrow(/has no key "Enter"/);
});
