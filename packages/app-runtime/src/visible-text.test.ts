import { expect, test } from '@jest/globals';
import { visibleText } from './visible-text.ts';

test('shows what would control the terminal, and keeps lines and other text', () => {
  expect(visibleText('a\u001b[2J\nb\u009b31m\u202ec\u007f é 本')).toBe(
    'a\\u001b[2J\nb\\u009b31m\\u202ec\\u007f é 本',
  );
});

test('keeps the meaning of JSON', () => {
  const value = { name: 'a\u0007\u009b\u202e"\\' };
  expect(JSON.parse(visibleText(JSON.stringify(value)))).toEqual(value);
});
