import type { ErrandSchemas } from '@errand/api-types';
import type { TaskStatus } from '../task-rows/task-status.ts';
import type { TaskPlace, TaskSort } from './task-order.ts';
import type { TaskStep } from '../task-rows/task-step.ts';

/** The part of a task that status operations return. */
export type TaskSummary = Required<ErrandSchemas['TaskStatusData']>;

export type ListedTask = Omit<PreviewedTask, 'input_parameters'>;

/** An entry of a list of tasks. */
export type PreviewedTask = ErrandSchemas['ListedTask'] & { created_at: string };

/** A task as the API shows it, without what is read elsewhere. */
export interface TaskDetail extends Omit<
  ErrandSchemas['TaskDetail'],
  'control_sessions' | 'download_count' | 'error_docs_url' | 'steps'
> {
  /** The newest steps of all attempts, oldest first. */
  readonly steps: readonly TaskStep[];
}

export interface TaskQuery {
  readonly statuses: readonly TaskStatus[];
  readonly endpointName?: string | undefined;
  readonly recordingId?: string | undefined;
  /** Only tasks that failed with this class. */
  readonly errorClass?: string | undefined;
  /** Only tasks that this schedule has submitted. */
  readonly scheduleId?: string | undefined;
  /** Key of a login queue. */
  readonly loginQueue?: string | undefined;
  /** Only retries of other tasks, or only tasks that are not retries. Default: both. */
  readonly isRetry?: boolean | undefined;
  readonly createdAfter?: Date | undefined;
  /** Only tasks that wait for a person now, or only those that do not. Default: both. */
  readonly isWaitingForHuman?: boolean | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
  readonly completedAfter?: Date | undefined;
  /** Exclusive. */
  readonly completedBefore?: Date | undefined;
  /** The workspace that their recording currently belongs to. */
  readonly workspaceId?: string | undefined;
  /** Matches in the endpoint name or an input, or at the start of the id, ignoring case. */
  readonly text?: string | undefined;
  /** Default `created`. Leaves out tasks that lack the time that they are sorted by. */
  readonly sort?: TaskSort | undefined;
  /** Default `desc`. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit: number;
  /** Only tasks listed after this one. */
  readonly after?: TaskPlace | undefined;
}

/** How many tasks a query has on all its pages. */
export interface TaskTotal {
  readonly count: number;
  /** Otherwise an estimate. */
  readonly isExact: boolean;
}

export interface TaskPage {
  readonly tasks: readonly PreviewedTask[];
  /** Where the next page continues; undefined on the last page. */
  readonly next: TaskPlace | undefined;
  readonly total: TaskTotal;
}

export interface CancelledTask {
  readonly taskId: string;
  /**
   * `allocated` and `running`: cancelled once the worker stops. `success` and `failed`: it ended
   * before the cancellation.
   */
  readonly status: Exclude<TaskStatus, 'queued'>;
}
