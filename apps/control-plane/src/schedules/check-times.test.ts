import { expect, test } from '@jest/globals';
import { checkTimes } from './check-times.ts';

test.each([
  ['* * * *', 'UTC', /has 4 fields: specify five/],
  ['* * * * * *', 'UTC', /has 6 fields.*shortest interval is one minute/],
  ['61 * * * *', 'UTC', /got value 61/],
  ['0 0 31 2 *', 'UTC', /which cannot be read \(Invalid explicit day of month.*: specify values/],
  // The hour that the clock skips, on the days when it does.
  [
    '30 2 * 3 0L',
    'Europe/Berlin',
    /is "30 2 .*", which is not due in the next 30 years.*: change the day/,
  ],
  [
    '30 2 * 3 0#2',
    'America/New_York',
    /is "30 2 .*", which is not due in the next 30 years.*: change the day/,
  ],
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
  expect(() => checkTimes({ cron, timezone: 'UTC' })).not.toThrow();
});

test('accepts names of days, which contain an H', () => {
  expect(() => checkTimes({ cron: '0 7 * MAR THU', timezone: 'UTC' })).not.toThrow();
});
