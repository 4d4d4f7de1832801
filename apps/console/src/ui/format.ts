const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const formatNumber = (value: number): string => number.format(value);
export const formatMoney = (value: number): string => money.format(value);
export const formatShare = (value: number | null): string =>
  value === null ? '–' : percent.format(value);
export const formatMoment = (time: string): string => moment.format(new Date(time));

/** `840 ms`, `4.2 s`, `3 min 5 s`, `2 h 4 min`; a dash for null. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / SECOND).toFixed(1)} s`;
  if (milliseconds < HOUR) {
    return `${Math.floor(milliseconds / MINUTE)} min ${Math.floor((milliseconds % MINUTE) / SECOND)} s`;
  }
  return `${Math.floor(milliseconds / HOUR)} h ${Math.floor((milliseconds % HOUR) / MINUTE)} min`;
}

/** `3 min. ago`, `in 2 hr.`. */
export function formatAgo(time: string, now: number): string {
  const difference = Date.parse(time) - now;
  const size = Math.abs(difference);
  if (size < 10 * SECOND) return 'just now';
  if (size < MINUTE) return relative.format(Math.round(difference / SECOND), 'second');
  if (size < HOUR) return relative.format(Math.round(difference / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.round(difference / HOUR), 'hour');
  return relative.format(Math.round(difference / DAY), 'day');
}

/** `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** `1 task`, `4 tasks`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `locator_not_found` as words. */
export const formatName = (name: string): string => name.replaceAll('_', ' ');

/** `for_loop_node` as words. */
export const formatKind = (kind: string): string => formatName(kind.replace(/_node$/, ''));

export const formatJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** The last characters of an ID, which distinguish tasks, because IDs start with the time. */
export const shortId = (id: string): string => id.slice(-8);

/** Examples in an automation may be numbers or booleans; the inputs of a task are strings. */
export function textsOf(
  inputs: Readonly<Record<string, readonly unknown[]>>,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, values]) => [name, values.map(String)]),
  );
}
