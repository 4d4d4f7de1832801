import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { leaveTask } from './leave-task.ts';
import { readTaskDetail, summaryColumns, summaryOf } from './task-detail-store.ts';
import { submitTask } from './submit-task.ts';
import { TaskNotFoundError } from './task-errors.ts';

export type TaskStatus = 'queued' | 'allocated' | 'running' | 'success' | 'failed' | 'cancelled';

export interface SubmittedTask {
  readonly endpointName: string;
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  /** Keys of `inputParameters` whose values identify the login. Default none: the task waits for nobody. */
  readonly uniqueParameterNames?: readonly string[] | undefined;
  readonly secureParameters?: Readonly<Record<string, unknown>> | undefined;
  readonly rdpParameter?: unknown;
  /** Minutes of one attempt. Default 10. */
  readonly maxTimeoutInMinutes?: number | undefined;
  readonly useProxy?: boolean | undefined;
  readonly isDedicated?: boolean | undefined;
  readonly taskCallbackUrl?: string | undefined;
  readonly taskCallbackApiKey?: string | undefined;
  /** Default 1. */
  readonly maxParallelism?: number | undefined;
  /** Default 1. The newest value other than 1 holds for the login queue until that is idle. */
  readonly perLoginParallelism?: number | undefined;
  /** Smaller first; null runs last. */
  readonly priority?: number | null | undefined;
}

/** What status answers show. */
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

export interface TaskAttempt {
  /** From 1; the lease epoch, which every claim raises by one. */
  readonly attempt: number;
  readonly workerId: string;
  readonly allocatedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: 'success' | 'failed' | 'cancelled' | 'lost' | 'released' | null;
  readonly errorClass: string | null;
  readonly error: string | null;
}

export interface TaskStep {
  /** The attempt that it belongs to. */
  readonly attempt: number;
  readonly sequence: number;
  readonly nodePath: string;
  readonly kind: string;
  readonly outcome: 'done' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly errorClass: string | null;
  readonly errorMessage: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly pageUrl: string | null;
  readonly screenshotArtifactId: string | null;
}

export interface TaskDetail extends TaskSummary {
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  readonly uniqueParameterNames: readonly string[];
  readonly priority: number | null;
  readonly maxTimeoutInMinutes: number;
  readonly useProxy: boolean;
  readonly isDedicated: boolean;
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly isCancelRequested: boolean;
  readonly errorClass: string | null;
  readonly errorNodePath: string | null;
  readonly errorPageUrl: string | null;
  readonly recordingVersion: number;
  /** Oldest first. */
  readonly attempts: readonly TaskAttempt[];
  /** Of all attempts, oldest first. */
  readonly steps: readonly TaskStep[];
  /** Null until an attempt has reported results. */
  readonly output: { readonly outputData: unknown; readonly forLoopStatus: unknown } | null;
}

export interface CancelledTask {
  readonly taskId: string;
  /** `allocated` and `running`: will be cancelled when its worker has stopped; `success` and `failed`: came too late. */
  readonly status: Exclude<TaskStatus, 'queued'>;
}

/** Tasks as their account sees them. An id that is no UUID, or of another account, is not found. */
export interface TaskStore {
  /** Stores the task and, if it may run now, its permit: both or nothing. Throws EndpointNotFoundError, UnknownUniqueNameError. */
  submit: (accountId: string, task: SubmittedTask) => Promise<{ readonly taskId: string }>;
  /** The ones that exist, in no order. */
  find: (accountId: string, taskIds: readonly string[]) => Promise<readonly TaskSummary[]>;
  /** Throws TaskNotFoundError. */
  get: (accountId: string, taskId: string) => Promise<TaskSummary>;
  /** Throws TaskNotFoundError. */
  getDetail: (accountId: string, taskId: string) => Promise<TaskDetail>;
  /**
   * Cancels a waiting task at once. A task that a worker holds keeps its state and its slot, because its browser still
   * runs, until the attempt ends in whatever way. May be repeated; a final task keeps its state. Throws TaskNotFoundError.
   */
  cancel: (accountId: string, taskId: string) => Promise<CancelledTask>;
}

export function createTaskStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
}): TaskStore {
  const { database, queue } = dependencies;
  const { prisma } = database;
  return {
    submit: (accountId, task) => submitTask(dependencies, accountId, task),

    async find(accountId, taskIds) {
      const id = { in: taskIds.filter(isUuid) };
      const tasks = await prisma.task.findMany({
        where: { accountId, id },
        select: summaryColumns,
      });
      return tasks.map(summaryOf);
    },

    async get(accountId, taskId) {
      const where = { accountId, id: taskId };
      const task = isUuid(taskId)
        ? await prisma.task.findUnique({ where, select: summaryColumns })
        : null;
      if (!task) throw new TaskNotFoundError(taskId);
      return summaryOf(task);
    },

    getDetail: (accountId, taskId) => readTaskDetail(prisma, accountId, taskId),

    async cancel(accountId, taskId) {
      const where = { accountId, id: taskId };
      const isOwn = isUuid(taskId) && (await prisma.task.count({ where })) === 1;
      if (!isOwn) throw new TaskNotFoundError(taskId);
      const { status } = await database.transaction((transaction) =>
        leaveTask(queue, transaction, { taskId, ending: 'cancelled' }),
      );
      if (status === null) throw new TaskNotFoundError(taskId);
      if (status === 'queued') throw new Error(`Task "${taskId}" waits on after its cancellation.`);
      return { taskId, status };
    },
  };
}
