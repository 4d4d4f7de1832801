import { expect, test } from '@jest/globals';
import { judgeCase } from './judge-case.ts';

const page = { before: 'old', after: 'new' };
const seen = { actedAt: 1_000, before: 'old', text: 'new', changedAt: 1_310 };
const times = { actEndedAt: 1_430, readEndedAt: 1_450, read: 'new' };

test('measures from the end of the change to the end of the step that waited for it', () => {
  expect(judgeCase(page, times, { seen, delayMs: 300 })).toEqual({
    outcome: 'new',
    lastedMs: 310,
    waitMs: 120,
    readMs: 140,
  });
});

test('measures to the extraction if only its wait outlasted the change', () => {
  const early = { ...times, actEndedAt: 1_200 };
  expect(judgeCase(page, early, { seen, delayMs: 300 })).toMatchObject({
    outcome: 'new',
    waitMs: 140,
  });
});

test('calls a read stale if the change came later, and reports by how much', () => {
  const early = { actEndedAt: 1_200, readEndedAt: 1_220, read: 'old' };
  expect(judgeCase(page, early, { seen, delayMs: 300 })).toEqual({
    outcome: 'stale',
    reason: 'It read "old" 90 ms before the change ended.',
    lastedMs: 310,
  });
});

test.each([
  ['unproven', times, undefined],
  ['unproven', { ...times, read: 'old' }, { ...seen, text: 'old' }],
  ['unproven', times, { text: 'new', changedAt: 900 }],
  ['unproven', times, { ...seen, before: 'new' }],
  ['unproven', times, { ...seen, text: 'newer' }],
  ['unproven', times, { ...seen, changedAt: 1_010 }],
] as const)('returns %s with a reason and without a time', (outcome, ran, saw) => {
  const judgement = judgeCase(page, ran, { seen: saw, delayMs: 300 });
  expect(judgement).toEqual({ outcome, reason: expect.stringMatching(/\.$/) });
});
