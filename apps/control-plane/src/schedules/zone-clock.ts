const MINUTE_MS = 60_000;
export const DAY_MS = 1_440 * MINUTE_MS;

/** Converts between instants and the local days and minutes of a time zone. */
export interface ZoneClock {
  /** Local day of an instant, counted from 1970-01-01. */
  readonly dayOf: (instant: number) => number;
  /**
   * Instants at which the clock shows the minutes of a local day, in order. A minute that a clock
   * change skips has none; one that it repeats has two with `repeats`, else the first.
   */
  readonly listInstants: (
    day: number,
    minutes: readonly number[],
    options: { readonly repeats: boolean },
  ) => readonly number[];
}

/** Throws RangeError for an unknown time zone. */
export function openZoneClock(timeZone: string): ZoneClock {
  const show = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (instant: number): number => readOffset(show, instant);
  return {
    dayOf: (instant) => Math.floor((instant + offsetAt(instant)) / DAY_MS),
    listInstants(day, minutes, { repeats }) {
      const start = day * DAY_MS;
      // No zone is a day from UTC, so the local day lies between these, with one change at most.
      const span = { from: start - DAY_MS, until: start + 2 * DAY_MS };
      const [before, after] = [offsetAt(span.from), offsetAt(span.until)];
      if (before === after) return minutes.map((minute) => start + minute * MINUTE_MS - before);
      const change = findChange(offsetAt, span);
      const instants = minutes.flatMap((minute) => {
        const local = start + minute * MINUTE_MS;
        const shown = [local - before, local - after].filter(
          (instant, index) => instant < change === (index === 0),
        );
        return repeats ? shown : shown.slice(0, 1);
      });
      return instants.toSorted((left, right) => left - right);
    },
  };
}

/** The first minute with the later offset. */
function findChange(
  offsetAt: (instant: number) => number,
  { from, until }: { readonly from: number; readonly until: number },
): number {
  const before = offsetAt(from);
  let [last, first] = [from / MINUTE_MS, until / MINUTE_MS];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(middle * MINUTE_MS) === before) last = middle;
    else first = middle;
  }
  return first * MINUTE_MS;
}

/** How far the clock is ahead of UTC, in milliseconds. */
function readOffset(show: Intl.DateTimeFormat, instant: number): number {
  const parts = show.formatToParts(instant);
  const shown = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(shown) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === '-' ? -offset : offset;
}
