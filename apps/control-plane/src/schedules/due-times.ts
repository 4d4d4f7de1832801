import { CronExpressionParser } from 'cron-parser';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** When a schedule is due. */
export interface Times {
  /** Five fields. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

const MINUTE_MS = 60_000;
/** No clock is set back further; most go back by an hour, Lord Howe's by half an hour. */
const LONGEST_CHANGE_MS = 180 * MINUTE_MS;
/** Consecutive clock changes that may skip all times before the schedule counts as never due. */
const MOST_CHANGES = 3;

/**
 * Returns the next due times after a time. A local time that a clock change skips is not due; a
 * repeated one is due once, unless the expression names every hour. Throws when there is none, for
 * example when no day that the expression names has the hour.
 */
export function listNextTimes(times: Times, from: Date, count: number): readonly Date[] {
  const next = open(times, from);
  const found: Date[] = [];
  let changes = 0;
  let leftOutAt = -Infinity;
  while (found.length < count) {
    const time = next.next().toDate();
    if (isSkippedRepeat(times, time)) continue;
    // cron-parser moves a time that does not exist; pg-boss looks back and does not run then.
    if (next.includesDate(time)) {
      found.push(time);
      changes = 0;
      continue;
    }
    // One change may skip many times: "*/5 2 * * *" has twelve in an hour.
    if (time.getTime() - leftOutAt > LONGEST_CHANGE_MS) changes += 1;
    if (changes === MOST_CHANGES) throw new Error('clock changes leave out its times');
    leftOutAt = time.getTime();
  }
  return found;
}

/**
 * Returns the last due time up to a time at which pg-boss found the schedule due. pg-boss does not
 * skip a repeated local time: then the due time is the earlier one, which may have had no run.
 */
export function findDueTime(times: Times, at: Date): Date {
  let due = previousOf(times, new Date(at.getTime() + 1));
  while (isSkippedRepeat(times, due)) due = previousOf(times, due);
  return due;
}

const HOURS_OF_DAY = 24;

/** Whether the clock has already shown the time, and the expression does not name every hour. */
function isSkippedRepeat(times: Times, time: Date): boolean {
  const { timezone } = times;
  const before = offsetOf(timezone, new Date(time.getTime() - LONGEST_CHANGE_MS));
  const change = before - offsetOf(timezone, time);
  if (change <= 0) return false;
  const isRepeated = offsetOf(timezone, new Date(time.getTime() - change)) === before;
  return isRepeated && open(times, time).fields.hour.values.length < HOURS_OF_DAY;
}

/** How far the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetOf(timeZone: string, time: Date): number {
  const show = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const shown = show.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(shown) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === '-' ? -offset : offset;
}

function previousOf(times: Times, before: Date): Date {
  return open(times, before).prev().toDate();
}

/** Parses the expression as pg-boss does. */
function open({ cron, timezone }: Times, from: Date) {
  return CronExpressionParser.parse(cron, { tz: timezone, strict: false, currentDate: from });
}

/** How many values each field has: a larger step would be read as the first value only. */
const FIELDS = [
  ['minute', 60],
  ['hour', 24],
  ['day of month', 31],
  ['month', 12],
  ['day of week', 7],
] as const;
/** `H` stands for a random value, which differs each time it is parsed. */
const RANDOM = /(?:^|[,/\s])H(?:$|[,/\s(])/i;

/** Throws InvalidRequestError for times that cannot be parsed or never occur. */
export function checkTimes({ cron, timezone }: Times): void {
  if (!isTimezone(timezone)) {
    refuse('timezone', `is "${timezone}": specify an IANA time zone, such as Europe/Berlin`);
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    refuse(
      'cron',
      `is "${cron}", which has ${fields.length} fields: specify five (minute, hour, day of month, month, day of week), such as 30 7 * * 1-5; the shortest interval is one minute`,
    );
  }
  if (RANDOM.test(cron)) refuse('cron', `is "${cron}": H is not supported; give numbers`);
  refuseLongSteps(cron, fields);
  try {
    listNextTimes({ cron, timezone }, new Date(), 1);
  } catch (error) {
    const reason = Error.isError(error) ? error.message : 'it is never due';
    refuse('cron', `is "${cron}", which is not a cron expression with due times: ${reason}`);
  }
}

function refuseLongSteps(cron: string, fields: readonly string[]): void {
  for (const [index, [name, count]] of FIELDS.entries()) {
    const steps = fields[index]?.matchAll(/\/(\d+)/g) ?? [];
    const tooLong = [...steps].find(([, step]) => Number(step) > count)?.[1];
    if (tooLong === undefined) continue;
    refuse(
      'cron',
      `is "${cron}", whose step ${tooLong} is larger than the ${count} values of the field ${name}`,
    );
  }
}

function refuse(name: keyof Times, msg: string): never {
  throw new InvalidRequestError([{ loc: ['body', name], msg, type: 'format' }]);
}

/** Some runtimes take offsets as well, which IANA does not name. */
function isTimezone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
