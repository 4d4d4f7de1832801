import { expect, test } from '@jest/globals';
import { describeCron } from './describe-cron.ts';

test('says when a schedule is due, and returns undefined for what it cannot put into words', () => {
  expect(describeCron('30 7 * * 1-5')).toBe('At 07:30, Monday through Friday');
  expect(describeCron('0 0 1 * *')).toBe('At 00:00, on day 1 of the month');
  expect(describeCron('61 * * * *')).toBeUndefined();
});
