import type { Bucket } from './last-day.ts';

export interface PlotLine {
  readonly name: string;
  /** CSS custom property that holds the colour. */
  readonly colour: string;
  readonly isDashed?: boolean;
  /** null leaves a gap. */
  readonly read: (hour?: Bucket) => number | null;
}
