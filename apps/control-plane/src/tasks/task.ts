import type { ErrandSchemas } from '@errand/api-types';
import type { Place } from '../paging/place-cursor.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { TaskStep } from '../task-rows/task-step.ts';

/** The part of a task that status operations return. */
export type TaskSummary = Required<ErrandSchemas['TaskStatusData']>;

export type ListedTask = ErrandSchemas['ListedTask'] & { created_at: string };

/** A task as the API shows it, without what is read elsewhere. */
export interface TaskDetail extends Omit<
  ErrandSchemas['TaskDetail'],
  'download_count' | 'control_sessions' | 'steps'
> {
  /** Of all attempts, oldest first. */
  readonly steps: readonly TaskStep[];
}

export interface TaskQuery {
  readonly statuses: readonly TaskStatus[];
  readonly endpointName?: string | undefined;
  readonly recordingId?: string | undefined;
  /** Only tasks that failed with it. */
  readonly errorClass?: string | undefined;
  /** Key of a login queue. */
  readonly loginQueue?: string | undefined;
  readonly createdAfter?: Date | undefined;
  /** Only tasks that wait for a person now, or only those that do not. Default: both. */
  readonly isWaitingForHuman?: boolean | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
  readonly limit: number;
  /** Only tasks listed after this one. */
  readonly after?: Place | undefined;
}

export interface TaskPage {
  /** Newest first. */
  readonly tasks: readonly ListedTask[];
  readonly hasMore: boolean;
}

export interface CancelledTask {
  readonly taskId: string;
  /**
   * `allocated` and `running`: cancelled once the worker stops. `success` and `failed`: it ended
   * before the cancellation.
   */
  readonly status: Exclude<TaskStatus, 'queued'>;
}
