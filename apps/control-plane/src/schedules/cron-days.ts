import { CronExpressionParser } from 'cron-parser';
import { DAY_MS } from './zone-clock.ts';

const HOURS_OF_DAY = 24;

/** The days and minutes that a cron expression names, without a time zone. */
export interface CronDays {
  /** Whether the expression names a day, counted from 1970-01-01. */
  readonly names: (day: number) => boolean;
  /** Minutes of each named day, in order. */
  readonly minutes: readonly number[];
  readonly namesEveryHour: boolean;
}

type Fields = ReturnType<typeof CronExpressionParser.parse>['fields'];

/**
 * Reads a cron expression. cron-parser only parses: its own search takes seconds for rare times, and
 * fails at a clock change at midnight. Throws Error.
 */
export function readCronDays(cron: string): CronDays {
  const { fields } = CronExpressionParser.parse(cron, { strict: false });
  const hours = fields.hour.values;
  const months = new Set<number>(fields.month.values);
  return {
    names(day) {
      const date = new Date(day * DAY_MS);
      return months.has(date.getUTCMonth() + 1) && namesDay(fields, date);
    },
    minutes: hours.flatMap((hour) => fields.minute.values.map((minute) => hour * 60 + minute)),
    namesEveryHour: hours.length === HOURS_OF_DAY,
  };
}

/** If both day fields are restricted, one of them is enough. */
function namesDay({ dayOfMonth, dayOfWeek }: Fields, date: Date): boolean {
  const isLast = (days: number): boolean =>
    new Date(date.getTime() + days * DAY_MS).getUTCMonth() !== date.getUTCMonth();
  const number = date.getUTCDate();
  const byMonth =
    dayOfMonth.values.some((value) => value === number) || (dayOfMonth.hasLastChar && isLast(1));
  const weekday = date.getUTCDay();
  const nth = dayOfWeek.nthDay;
  const byWeek = dayOfWeek.values.some((value) =>
    typeof value === 'number'
      ? value % 7 === weekday && (nth === 0 || nth === Math.ceil(number / 7))
      : // Such as "5L".
        Number.parseInt(value, 10) % 7 === weekday && isLast(7),
  );
  if (dayOfMonth.isWildcard) return dayOfWeek.isWildcard || byWeek;
  return byMonth || (!dayOfWeek.isWildcard && byWeek);
}
