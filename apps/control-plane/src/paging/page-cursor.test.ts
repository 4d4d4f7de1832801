import { expect, test } from '@jest/globals';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

test('reads what it wrote, and returns undefined without a cursor', () => {
  expect(readCursor(writeCursor('Rechnung-ä 7'), (text) => text.startsWith('Rechnung'))).toBe(
    'Rechnung-ä 7',
  );
  expect(readCursor(undefined, () => true)).toBeUndefined();
});

test.each([
  ['no base64url', '!!'],
  ['padding', `${writeCursor('a')}==`],
  ['another form', writeCursor('12x')],
  ['a character that cannot be stored', writeCursor('1\u0000')],
  ['nothing', ''],
])('refuses %s', (_name, cursor) => {
  expect(() => readCursor(cursor, (text) => /^\d+$/.test(text))).toThrow(InvalidRequestError);
});
