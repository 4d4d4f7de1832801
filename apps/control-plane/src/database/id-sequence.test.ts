import { expect, test } from '@jest/globals';
import { createIdSequence } from './id-sequence.ts';
import { isUuid } from './is-uuid.ts';

test('creates ids that sort by creation, even many per millisecond', () => {
  const nextId = createIdSequence();
  const made = Array.from({ length: 5_000 }, () => nextId());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every(isUuid)).toBe(true);
});

test('continues after the last id when the clock goes back', () => {
  const ids = ['01a1fecf-f454-747b-98eb-00000000000f', '01a1fecf-0000-7000-8000-000000000000'];
  const nextId = createIdSequence(() => ids.shift() ?? '01a1ff00-0000-7000-8000-000000000000');
  expect([nextId(), nextId(), nextId()]).toEqual([
    '01a1fecf-f454-747b-98eb-00000000000f',
    '01a1fecf-f454-747b-98eb-000000000010',
    '01a1ff00-0000-7000-8000-000000000000',
  ]);
});
