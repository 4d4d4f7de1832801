import { expect, test } from '@jest/globals';
import { checkTimes, findDueTime, listNextTimes } from './due-times.ts';

const berlin = (cron: string) => ({ cron, timezone: 'Europe/Berlin' });
const list = (cron: string, from: string, count: number) =>
  listNextTimes(berlin(cron), new Date(from), count).map((time) => time.toISOString());
/** The runs in the given hours if pg-boss checks every ten minutes. */
function listRuns(
  cron: string,
  from: string,
  { hours, timezone = 'Europe/Berlin' }: { readonly hours: number; readonly timezone?: string },
): string[] {
  const start = Date.parse(from);
  const runs = Array.from({ length: hours * 6 }, (_, look) =>
    findDueTime({ cron, timezone }, new Date(start + look * 600_000 + 30_000)).toISOString(),
  );
  return [...new Set(runs)].filter((time) => time >= from);
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
  const late = findDueTime(berlin('30 2 * * *'), new Date('2026-10-25T05:00:00Z'));
  expect(late.toISOString()).toBe(next[0]);
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
])('a change of the clock that is no hour repeats no run: $times.timezone', (given) => {
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
  ['* * * *', 'UTC', /has 4 fields: specify five/],
  ['* * * * * *', 'UTC', /has 6 fields.*shortest interval is one minute/],
  ['61 * * * *', 'UTC', /got value 61/],
  ['0 0 31 2 *', 'UTC', /not a cron expression with due times/],
  // The hour that the clock skips, on the days when it does.
  ['30 2 * 3 0L', 'Europe/Berlin', /clock changes leave out its times/],
  ['30 2 * 3 0#2', 'America/New_York', /clock changes leave out its times/],
  ['H 2 * * *', 'UTC', /H is not supported/],
  ['*/61 * * * *', 'UTC', /step 61 is larger than the 60 values of the field minute/],
  ['0 1-5,*/25 * * *', 'UTC', /step 25 is larger than the 24 values of the field hour/],
  ['0 0 * */13 *', 'UTC', /step 13 is larger than the 12 values of the field month/],
  ['0 2 * * *', '+05:30', /timezone is "\+05:30": specify an IANA time zone/],
  ['0 2 * * *', 'Mars/Base', /timezone is "Mars\/Base": specify an IANA time zone/],
])('refuses %s in %s', (cron, timezone, message) => {
  expect(() => checkTimes({ cron, timezone })).toThrow(message);
});

test.each(['*/60 */24 * * *', '0 0 */31 */12 */7'])('accepts the longest steps: %s', (cron) => {
  expect(() => checkTimes(berlin(cron))).not.toThrow();
});

test('accepts names of days, which contain an H', () => {
  expect(() => checkTimes(berlin('0 7 * MAR THU'))).not.toThrow();
});
