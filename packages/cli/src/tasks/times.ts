const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a duration with about two digits: `4.1 s`, `12 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10 * SECOND) return `${(milliseconds / SECOND).toFixed(1)} s`;
  if (milliseconds < 2 * MINUTE) return `${Math.round(milliseconds / SECOND)} s`;
  if (milliseconds < 2 * HOUR) return `${Math.round(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.round(milliseconds / HOUR)} h`;
  return `${Math.round(milliseconds / DAY)} days`;
}

/** Formats the duration between two times of the API, or until now. */
export function durationBetween(start: string | null, end: string | null): string {
  if (start === null) return '';
  const until = end === null ? Date.now() : Date.parse(end);
  return formatDuration(Math.max(0, until - Date.parse(start)));
}

const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/**
 * Returns the time `30m`, `12h` or `7d` ago, or an ISO time, local unless it has an offset;
 * undefined for any other text.
 */
export function parsePast(text: string, now = Date.now()): string | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now - Number(count) * (UNITS[unit] ?? 0)).toISOString();
  // Date.parse reads a date alone as UTC, but a time without an offset as local.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d/.test(text);
  const time = isDate || isTime ? Date.parse(isDate ? `${text}T00:00` : text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
