import { expect, test } from '@jest/globals';
import { createStepRecord } from './step-record.ts';

test('lists each active cause once, at most twenty, until the next step', () => {
  const record = createStepRecord();
  expect(record.describe()).toEqual({});
  record.noteStillActive(['interval of 100 ms', 'request GET /a']);
  record.noteStillActive(['request GET /a', 'animation frame']);
  expect(record.describe()).toEqual({
    waitedFor: ['interval of 100 ms', 'request GET /a', 'animation frame'],
  });
  record.noteStillActive(Array.from({ length: 30 }, (_, index) => `request GET /${index}`));
  expect(record.describe().waitedFor).toHaveLength(20);
  record.beginStep();
  expect(record.describe()).toEqual({});
});
