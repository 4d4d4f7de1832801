import type { InputFile } from '../input-files/input-file.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { TaskStep } from '../task-rows/task-step.ts';

/** The part of a task that status responses contain. */
export interface TaskSummary {
  readonly taskId: string;
  readonly recordingId: string;
  readonly endpointName: string;
  readonly status: TaskStatus;
  readonly createdAt: Date;
  readonly allocatedAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly error: string | null;
}

/** An open wait of a task for a person. */
export interface OpenHumanWait {
  readonly startedAt: Date;
  readonly waitUntil: Date;
  readonly nodePath: string;
  readonly pageUrl: string;
}

export interface TaskQuery {
  readonly statuses: readonly TaskStatus[];
  readonly endpointName?: string | undefined;
  /** Key of a login queue. */
  readonly loginQueue?: string | undefined;
  readonly createdAfter?: Date | undefined;
  /** Only tasks that wait for a person now, or only those that do not. Default: both. */
  readonly isWaitingForHuman?: boolean | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
  readonly limit: number;
  /** Only tasks listed after this one. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

export interface ListedTask extends TaskSummary {
  readonly priority: number | null;
  readonly errorClass: string | null;
  readonly errorNodePath: string | null;
  /** HTTP status of the page at which it failed. */
  readonly httpStatus: number | null;
  readonly retryCount: number;
  readonly isCancelRequested: boolean;
  readonly waitingForHuman: OpenHumanWait | null;
}

export interface TaskPage {
  /** Newest first. */
  readonly tasks: readonly ListedTask[];
  readonly hasMore: boolean;
}

export interface TaskAttempt {
  /** Counts from 1. Equal to the lease epoch, which every claim raises by one. */
  readonly attempt: number;
  readonly workerId: string;
  readonly allocatedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: 'success' | 'failed' | 'cancelled' | 'lost' | 'released' | null;
  readonly errorClass: string | null;
  readonly error: string | null;
}

export interface TaskDetail extends TaskSummary {
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  readonly inputFiles: readonly InputFile[];
  readonly uniqueParameterNames: readonly string[];
  /** Key of its login queue; null for a task without one. */
  readonly loginQueue: string | null;
  readonly priority: number | null;
  readonly maxTimeoutInMinutes: number;
  readonly useProxy: boolean;
  readonly isDedicated: boolean;
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly isCancelRequested: boolean;
  readonly waitingForHuman: OpenHumanWait | null;
  /** The task that this one retries; null for a first submission. */
  readonly retryOf: string | null;
  readonly errorClass: string | null;
  readonly errorNodePath: string | null;
  readonly errorPageUrl: string | null;
  /** HTTP status of the page at which it failed. */
  readonly httpStatus: number | null;
  readonly recordingVersion: number;
  /** Oldest first. */
  readonly attempts: readonly TaskAttempt[];
  /** Of all attempts, oldest first. */
  readonly steps: readonly TaskStep[];
  /** As the worker reported it; null while no model has been used. */
  readonly modelUsage: unknown;
  /** Null until an attempt has reported results. */
  readonly output: { readonly outputData: unknown; readonly forLoopStatus: unknown } | null;
}

export interface CancelledTask {
  readonly taskId: string;
  /**
   * `allocated` and `running`: cancelled once the worker stops. `success` and `failed`: it ended
   * before the cancellation.
   */
  readonly status: Exclude<TaskStatus, 'queued'>;
}
