import { CronExpressionParser } from 'cron-parser';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** When a schedule is due. */
export interface Times {
  /** Five fields. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Times in a row that clock changes leave out, before the schedule counts as never due. */
const MOST_LEFT_OUT = 3;

/**
 * Returns the next due times after a time. A local time that a clock change leaves out is not due;
 * one that it repeats is due once, unless the expression names every hour. Throws when there is
 * none, as for an hour that exists on no day that the expression names.
 */
export function listNextTimes(times: Times, from: Date, count: number): readonly Date[] {
  const next = open(times, from);
  const found: Date[] = [];
  let leftOut = 0;
  while (found.length < count) {
    const time = next.next().toDate();
    // cron-parser moves a time that does not exist; pg-boss, which looks back, does not run then.
    if (next.includesDate(time)) {
      found.push(time);
      leftOut = 0;
    } else if ((leftOut += 1) === MOST_LEFT_OUT) {
      throw new Error('clock changes leave out its times');
    }
  }
  return found;
}

/**
 * Returns the last due time until a time, by which pg-boss decided that the schedule is due;
 * undefined if that is a repeated local time, which pg-boss does not leave out.
 */
export function findDueTime(times: Times, at: Date): Date | undefined {
  const due = previousOf(times, new Date(at.getTime() + 1));
  if (!isRepeated(times, due)) return due;
  const listed = open(times, previousOf(times, due)).next().toDate();
  return listed.getTime() === due.getTime() ? due : undefined;
}

const HOUR_MS = 3_600_000;

/** Whether the clock showed the same time an hour before. */
function isRepeated({ timezone }: Times, time: Date): boolean {
  const show = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return show.format(time) === show.format(new Date(time.getTime() - HOUR_MS));
}

function previousOf(times: Times, before: Date): Date {
  return open(times, before).prev().toDate();
}

/** As pg-boss parses it. */
function open({ cron, timezone }: Times, from: Date) {
  return CronExpressionParser.parse(cron, { tz: timezone, strict: false, currentDate: from });
}

const FIELDS = 5;
/** `H` stands for a random value, which differs at each reading. */
const RANDOM = /(?:^|[,/\s])H(?:$|[,/\s(])/i;

/** Throws InvalidRequestError for times that cannot be read, or never come. */
export function checkTimes({ cron, timezone }: Times): void {
  if (!isTimezone(timezone)) {
    refuse('timezone', `is "${timezone}": give an IANA time zone, such as Europe/Berlin`);
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS) {
    refuse(
      'cron',
      `is "${cron}", which has ${fields.length} fields: give five (minute, hour, day of month, month, day of week), such as 30 7 * * 1-5; the shortest interval is one minute`,
    );
  }
  if (RANDOM.test(cron)) refuse('cron', `is "${cron}": H is not supported; give numbers`);
  try {
    listNextTimes({ cron, timezone }, new Date(), 1);
  } catch (error) {
    const reason = Error.isError(error) ? error.message : 'it is never due';
    refuse('cron', `is "${cron}", which is not a cron expression with due times: ${reason}`);
  }
}

function refuse(name: keyof Times, msg: string): never {
  throw new InvalidRequestError([{ loc: ['body', name], msg, type: 'format' }]);
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
