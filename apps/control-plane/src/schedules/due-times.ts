import { readCronDays } from './cron-days.ts';
import { openZoneClock } from './zone-clock.ts';

/** When a schedule is due. */
export interface Times {
  /** Five fields. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

/** How far to search. The rarest days, such as a fifth Sunday in February, come every 28 years. */
const SEARCHED_YEARS = 30;
const SEARCHED_DAYS = SEARCHED_YEARS * 366;

/**
 * Returns the next due times after a time; fewer if the next 30 years have fewer, none if the times
 * cannot be read. A local time that a clock change skips is not due; a repeated one is due once,
 * unless the expression names every hour.
 */
export function listNextTimes(times: Times, from: Date, count: number): readonly Date[] {
  const found: Date[] = [];
  for (const time of search(times, from.getTime(), 1)) {
    if (time <= from.getTime()) continue;
    if (found.push(new Date(time)) === count) break;
  }
  return found;
}

/** Returns the last due time up to a time; undefined if the last 30 years have none. */
export function findDueTime(times: Times, at: Date): Date | undefined {
  for (const time of search(times, at.getTime(), -1)) {
    if (time <= at.getTime()) return new Date(time);
  }
  return undefined;
}

/**
 * Explains why a schedule without a next due time is never due, as the predicate of a sentence
 * whose subject is its times.
 */
export function explainNeverDue(times: Times): string {
  const read = readTimes(times);
  if ('error' in read) {
    const reason = read.error.replace(/\.$/, '');
    return `cannot be read (${reason}): specify values that occur, such as 30 7 * * 1-5`;
  }
  return `is not due in the next ${SEARCHED_YEARS} years, because the time does not occur on any matching day: change the day or the hour`;
}

/** Due times in one direction, beginning a day before `from`. */
function* search(times: Times, from: number, direction: 1 | -1): Generator<number> {
  const read = readTimes(times);
  if ('error' in read) return;
  const { days, clock } = read;
  const options = { repeats: days.namesEveryHour };
  const first = clock.dayOf(from) - direction;
  for (let distance = 0; distance < SEARCHED_DAYS; distance += 1) {
    const day = first + distance * direction;
    if (!days.names(day)) continue;
    const instants = clock.listInstants(day, days.minutes, options);
    yield* direction === 1 ? instants : instants.toReversed();
  }
}

/** Stored times may be older than a rule, or than the loss of a time zone. */
function readTimes({ cron, timezone }: Times) {
  try {
    return { days: readCronDays(cron), clock: openZoneClock(timezone) };
  } catch (error) {
    return { error: Error.isError(error) ? error.message : String(error) };
  }
}
