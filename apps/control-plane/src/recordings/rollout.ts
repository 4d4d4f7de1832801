import type { CheckedAutomation, VersionOrigin } from './recording.ts';

export type RolloutState =
  | 'completed'
  | 'promoted'
  | 'replaced'
  | 'returned'
  | 'running'
  | 'stopped';

/** Which tasks run the new version, and what decides the outcome. */
export interface RolloutPlan {
  /** The share of the tasks, from 1 to 99. Null: the first tasks. */
  readonly percent: number | null;
  /** The number of first tasks that run the version. Null: a share. */
  readonly firstTasks: number | null;
  /** Results that each version needs before the roll-out completes. */
  readonly minTasks: number;
  /** How much higher the failure rate may be, from 0 to 1. */
  readonly maxFailureRateIncrease: number;
}

export interface NewRollout extends RolloutPlan, VersionOrigin {
  /** What to roll out: an automation, or the number of an older version. */
  readonly source: { readonly automation: CheckedAutomation } | { readonly version: number };
  /** The roll-out is refused if another version is current. Default: any. */
  readonly expectedVersion?: number | undefined;
}

interface Results {
  readonly succeeded: number;
  readonly failed: number;
  /** Without a result, because the worker or browser was lost. */
  readonly lost: number;
}

export interface Rollout extends RolloutPlan {
  readonly state: RolloutState;
  readonly version: number;
  readonly baseVersion: number;
  readonly newResults: Results;
  readonly oldResults: Results;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}
