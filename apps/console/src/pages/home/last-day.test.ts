import { expect, test } from '@jest/globals';
import { listHours } from './last-day.ts';

test('includes hours in which no task ended', () => {
  const figures = {
    tasks: 3,
    success: 3,
    failed: 0,
    cancelled: 0,
    success_rate: 1,
    wait_ms: null,
    duration_ms: null,
    model_cost_usd: 0,
  };
  const bucket = { starts_at: '2026-03-02T08:00:00.000Z', ...figures };
  const hours = listHours({
    from: '2026-03-02T07:00:00.000Z',
    to: '2026-03-02T10:00:00.000Z',
    buckets: [bucket],
  });
  expect(hours.map(({ bucket: each }) => each?.tasks)).toEqual([undefined, 3, undefined]);
  expect(hours[0]?.time).toBe(Date.parse('2026-03-02T07:00:00.000Z') / 1_000);
});
