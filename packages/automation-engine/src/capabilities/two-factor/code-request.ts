import type { CodePlace } from './message-source.ts';

/** Which code to wait for, and for how long. */
export interface CodeRequest {
  readonly place: CodePlace;
  /** Which code to take; empty for any. */
  readonly instructions: string;
  readonly maxWaitMs: number;
  readonly checkIntervalMs: number;
  /** Messages received up to this long before the last interaction count. */
  readonly startOffsetMs: number;
  /** Messages received up to this long after the end of the wait count. */
  readonly endOffsetMs: number;
}
