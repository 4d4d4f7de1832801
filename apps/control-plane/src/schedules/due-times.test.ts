import { expect, test } from '@jest/globals';
import { findDueTime, listNextTimes } from './due-times.ts';

const berlin = (cron: string) => ({ cron, timezone: 'Europe/Berlin' });
const list = (cron: string, from: string, count: number) =>
  listNextTimes(berlin(cron), new Date(from), count).map((time) => time.toISOString());
const find = (cron: string, timezone: string, at: string) =>
  findDueTime({ cron, timezone }, new Date(at))?.toISOString();
/** The due times in the given hours if something looks for them every ten minutes. */
function listRuns(
  cron: string,
  from: string,
  { hours, timezone = 'Europe/Berlin' }: { readonly hours: number; readonly timezone?: string },
): (string | undefined)[] {
  const start = Date.parse(from);
  const runs = Array.from({ length: hours * 6 }, (_, look) =>
    findDueTime({ cron, timezone }, new Date(start + look * 600_000 + 30_000))?.toISOString(),
  );
  return [...new Set(runs)].filter((time) => time !== undefined && time >= from);
}

test('a local time that the clock skips in spring is not due on that day', () => {
  const next = list('30 2 * * *', '2026-03-28T12:00:00Z', 2);
  expect(next).toEqual(['2026-03-30T00:30:00.000Z', '2026-03-31T00:30:00.000Z']);
  expect(listRuns('30 2 * * *', '2026-03-29T00:00:00.000Z', { hours: 25 })).toEqual([next[0]]);
});

test.each(['*/5 2 * * *', '*/15 2 * * 0'])('one change may skip many times: %s', (cron) => {
  const [first] = list(cron, '2026-03-28T12:00:00Z', 5);
  expect(first).toBe(cron.endsWith('0') ? '2026-04-05T00:00:00.000Z' : '2026-03-30T00:00:00.000Z');
});

test('a local time that the clock repeats in autumn is due once', () => {
  const next = list('30 2 * * *', '2026-10-24T12:00:00Z', 2);
  expect(next).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  expect(listRuns('30 2 * * *', '2026-10-25T00:00:00.000Z', { hours: 26 })).toEqual(next);
  // Nothing looked for due times until after the repeated hour.
  expect(find('30 2 * * *', 'Europe/Berlin', '2026-10-25T05:00:00Z')).toBe(next[0]);
});

test.each([
  {
    // Half an hour, at 2:00 on the 5th.
    times: { timezone: 'Australia/Lord_Howe', cron: '45 1 * * *' },
    from: '2026-04-04T14:00:00.000Z',
    wanted: ['04T14:45', '05T15:15'],
  },
  {
    // Two hours, at 3:00 on the 25th.
    times: { timezone: 'Antarctica/Troll', cron: '30 1,2 * * *' },
    from: '2026-10-24T23:00:00.000Z',
    wanted: ['24T23:30', '25T00:30'],
  },
])('a clock change that is not one hour long repeats no run: $times.timezone', (given) => {
  const { times, from, wanted } = given;
  const next = listNextTimes(times, new Date(from), 2).map((time) => time.toISOString());
  expect(next.map((time) => time.slice(8, 16))).toEqual(wanted);
  const { cron, timezone } = times;
  const until = listRuns(cron, from, { hours: 26, timezone }).slice(0, 2);
  expect(until).toEqual(next);
});

test('an hourly schedule runs every hour of both days', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    const next = list('30 * * * *', `${day}T00:00:00Z`, 4);
    expect(next.map((time) => time.slice(11, 16))).toEqual(['00:30', '01:30', '02:30', '03:30']);
    expect(listRuns('30 * * * *', `${day}T00:00:00.000Z`, { hours: 4 })).toEqual(next);
  }
});

test.each([
  ['0 0 * * *', 'America/Santiago', '2026-09-06T06:00Z', '2026-09-05T04:00'],
  ['30 0 6 9 *', 'America/Santiago', '2026-11-29T00:00Z', '2025-09-06T04:30'],
  ['30 0 24 4 *', 'Africa/Cairo', '2026-11-29T00:00Z', '2025-04-23T22:30'],
  ['0 0 * * *', 'Asia/Beirut', '2026-03-29T10:00Z', '2026-03-27T22:00'],
  ['0 0,12 * * *', 'America/Havana', '2026-03-08T12:00Z', '2026-03-07T17:00'],
  ['30 0 29 3 *', 'Atlantic/Azores', '2026-11-29T00:00Z', '2025-03-29T01:30'],
  ['30 1 * * *', 'Antarctica/Troll', '2026-10-26T01:00Z', '2026-10-24T23:30'],
])('finds the due time before a clock change at midnight: %s in %s', (...given) => {
  const [cron, zone, at, due] = given;
  expect(find(cron, zone, at)).toBe(`${due}:00.000Z`);
});

test('names every local time that occurs when the clock changes by half an hour', () => {
  const times = { cron: '0 */7 * * *', timezone: 'Australia/Lord_Howe' };
  const next = listNextTimes(times, new Date('2026-10-03T10:00Z'), 3);
  expect(next.map((time) => time.toISOString().slice(5, 16))).toEqual([
    '10-03T10:30',
    '10-03T13:30',
    '10-03T20:00',
  ]);
  const often = { ...times, cron: '*/15 * * * *' };
  // The clock shows 1:30 to 2:00 twice.
  const from = Date.parse('2026-04-04T14:00Z');
  const wanted = Array.from({ length: 8 }, (_, index) => new Date(from + (index + 1) * 900_000));
  expect(listNextTimes(often, new Date(from), 8)).toEqual(wanted);
});

test.each([
  ['0 0 L 2 *', '02-28'],
  ['0 0 * * 5L', '01-30'],
  ['0 0 * * 1#2', '01-12'],
  ['0 0 * * 5-7', '01-02'],
  ['0 0 13 * FRI', '01-02'],
  ['0 0 ? * 7', '01-04'],
])('reads the days of %s', (cron, day) => {
  const [first] = listNextTimes({ cron, timezone: 'UTC' }, new Date('2026-01-01T00:00Z'), 1);
  expect(first?.toISOString().slice(5, 10)).toBe(day);
});

test('finds rare times in milliseconds, in both directions', () => {
  const at = new Date('2026-11-29T00:00Z');
  const started = performance.now();
  for (const timezone of ['America/Santiago', 'Europe/Berlin', 'Africa/Casablanca']) {
    for (const cron of ['0 0 * 2 0#5', '0 0 29 2 *', '30 2 * 3 0L', '30 0 6 9 *']) {
      listNextTimes({ cron, timezone }, at, 5);
      findDueTime({ cron, timezone }, at);
    }
  }
  // About 200 ms; one search by cron-parser took as long.
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(listNextTimes(berlin('0 0 * 2 0#5'), at, 5)).toEqual([new Date('2032-02-28T23:00Z')]);
});
