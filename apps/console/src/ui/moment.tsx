import { formatMoment } from './format.ts';

interface MomentProps {
  /** ISO 8601; null shows a dash. */
  readonly time: string | null;
}

/** Date and time to the second, on one line. */
export function Moment({ time }: MomentProps) {
  return time === null ? '–' : <time dateTime={time}>{formatMoment(time)}</time>;
}
