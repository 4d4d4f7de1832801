import { expect, test } from '@jest/globals';
import { formatAgo, formatBytes, formatCount, formatDuration, formatShare } from './format.ts';

test('shows durations in their two largest units', () => {
  expect([null, 840, 4_200, 185_000, 7_440_000].map(formatDuration)).toEqual([
    '–',
    '840 ms',
    '4.2 s',
    '3 min 5 s',
    '2 h 4 min',
  ]);
});

test('shows past and future times relative to now', () => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  const times = ['08:59:55', '08:59:20', '08:20:00', '12:00:00'].map((at) => `2026-03-02T${at}Z`);
  expect(times.map((time) => formatAgo(time, now))).toEqual([
    'just now',
    '40 sec. ago',
    '40 min. ago',
    'in 3 hr.',
  ]);
});

test('shortens sizes, shares and counts', () => {
  expect([999, 12_340, 345_600_000].map(formatBytes)).toEqual(['999 bytes', '12.3 KB', '346 MB']);
  expect([formatShare(0.958), formatShare(null)]).toEqual(['95.8%', '–']);
  expect([formatCount(1, 'task'), formatCount(12_000, 'task')]).toEqual(['1 task', '12,000 tasks']);
});
