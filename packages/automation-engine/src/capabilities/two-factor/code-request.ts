import type { CodePlace } from './message-source.ts';

/** Which code is waited for, and how long. */
export interface CodeRequest {
  readonly place: CodePlace;
  /** Which code to take; empty for any. */
  readonly instructions: string;
  readonly maxWaitMs: number;
  readonly checkIntervalMs: number;
  /** Messages that came this long before the last interaction count. */
  readonly startOffsetMs: number;
  /** Messages that come this long after the end of the wait count. */
  readonly endOffsetMs: number;
}
