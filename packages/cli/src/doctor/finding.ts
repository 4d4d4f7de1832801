import type { Call } from '../command/define-command.ts';

export interface Finding {
  readonly name: string;
  /** `skipped`: something that the check needs is currently missing. */
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, and what to do about it. */
  readonly detail: string;
}

/** An error that the check throws is a finding, too; the signal limits the check's time. */
export type Check = (call: Call, signal: AbortSignal) => Promise<Omit<Finding, 'name'>>;
