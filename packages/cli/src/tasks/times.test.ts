import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parsePast } from './times.ts';

test('times are durations before now, or dates', () => {
  expect(parsePast('90m', Date.parse('2026-03-01T12:00:00Z'))).toBe('2026-03-01T10:30:00.000Z');
  expect(parsePast('2026-03-01T10:00+02:00')).toBe('2026-03-01T08:00:00.000Z');
  expect(parsePast('soon')).toBeUndefined();
  expect(parsePast('2026-03-01 at noon')).toBeUndefined();
});

test('a date or time without an offset is local', () => {
  const times = ['2026-03-01', '2026-03-01T10:00', '2026-03-01 10:00', '2026-03-01T10:00Z'];
  const program = `import { parsePast } from '${join(import.meta.dirname, 'times.ts')}';
    console.log(${JSON.stringify(times)}.map((text) => parsePast(text)).join());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  });
  expect(stdout.trim().split(',')).toEqual([
    '2026-02-28T15:00:00.000Z',
    '2026-03-01T01:00:00.000Z',
    '2026-03-01T01:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
  ]);
});
