import { expect, test } from '@jest/globals';
import { readRetryAfter } from './retry-after.ts';

const now = new Date('2026-03-02T09:15:00.000Z');

test.each([
  ['7', '2026-03-02T09:15:07.000Z'],
  [' 0 ', '2026-03-02T09:15:00.000Z'],
  ['Mon, 02 Mar 2026 09:16:00 GMT', '2026-03-02T09:16:00.000Z'],
])('reads "%s"', (header, at) => {
  expect(readRetryAfter(header, now)?.toISOString()).toBe(at);
});

test.each([undefined, '', '-1', '1.5', '99999999999', 'soon'])(
  'finds no time in "%s"',
  (header) => {
    expect(readRetryAfter(header, now)).toBeUndefined();
  },
);
