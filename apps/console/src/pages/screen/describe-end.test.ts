import { expect, test } from '@jest/globals';
import { describeEnd } from './describe-end.ts';

test('reconnects to a lost screen, but not to one that has ended', () => {
  expect(describeEnd(1000, 'cancelled')).toEqual({
    words: 'The screen has ended: cancelled.',
    againMs: null,
  });
  for (const code of [1001, 1006, 1011, 4401, 4409]) {
    expect(describeEnd(code, '').againMs).toBeGreaterThan(0);
  }
});

test('a user who loses control continues watching immediately', () => {
  expect(describeEnd(4403, '')).toMatchObject({ againMs: 0, isControlOver: true });
});
