import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { createRoomCheck } from '../storage-quotas/room-check.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { getTask } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import {
  findReplay,
  findReplays,
  type IdempotentSubmission,
} from '../transitions/idempotency-key.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask } from '../transitions/leave-task.ts';
import { createTagReserve } from '../transitions/reserve-tags.ts';
import { gatherSubmissions } from '../transitions/gather-submissions.ts';
import { submitGroup } from '../transitions/submit-group.ts';
import { submitTask } from '../transitions/submit-task.ts';
import { type FilelessTask, submitTasks, type Submitted } from '../transitions/submit-tasks.ts';
import type { Continuation } from '../transitions/continuation.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { cancelTasks, type BulkCancellation, type CancelSelection } from './cancel-tasks.ts';
import { findRetries } from './claim-retry.ts';
import { deleteTask } from './delete-task.ts';
import { findStart, type WantedStart } from './find-start.ts';
import { listTasks } from './list-tasks-store.ts';
import { readSubmission } from './read-submission.ts';
import { isLocalTask, submitLocalTask, type LocalTask } from './submit-local-task.ts';
import type { StepPage, StepsWanted } from './read-steps.ts';
import { readDetail, readListed, readSteps, readSummaries, readSummary } from './read-tasks.ts';
import type {
  CancelledTask,
  ListedTask,
  TaskDetail,
  TaskPage,
  TaskQuery,
  TaskSummary,
} from './task.ts';

/**
 * Tasks as their account sees them. An id that is not a UUID, or belongs to another account, is not
 * found.
 */
export interface TaskStore {
  /**
   * Stores the task, its files and, if it may run now, its permit: all or nothing. A replay stores
   * nothing. `signal` aborts storing the files. Throws EndpointNotFoundError,
   * UnknownUniqueNameError, IdempotencyConflictError, FilesUnavailableError, StorageFullError.
   */
  submit: (
    accountId: string,
    task: SubmittedTask,
    signal?: AbortSignal,
  ) => Promise<{ readonly taskId: string; readonly isReplay: boolean }>;
  /**
   * Stores tasks without files in one transaction, and returns the outcome of each one. Throws
   * StorageFullError for all.
   */
  submitMany: (accountId: string, tasks: readonly FilelessTask[]) => Promise<readonly Submitted[]>;
  /**
   * Stores the task as allocated to a local inference server of the account. It waits for no other
   * task, and no other task waits for it. Throws EndpointNotFoundError, UnknownUniqueNameError,
   * FilesUnavailableError, StorageFullError.
   */
  submitLocal: (
    accountId: string,
    task: SubmittedTask & { readonly serverId: string },
    signal?: AbortSignal,
  ) => Promise<LocalTask>;
  /** Whether the task was stored for a local inference server of the account. */
  isLocal: (accountId: string, taskId: string) => Promise<boolean>;
  /** Returns the task stored with this key, if any. Throws IdempotencyConflictError. */
  findReplay: (accountId: string, submission: IdempotentSubmission) => Promise<string | undefined>;
  /** Looks up several submissions together; returns errors instead of throwing them. */
  findReplays: (
    accountId: string,
    submissions: readonly IdempotentSubmission[],
  ) => ReturnType<typeof findReplays>;
  /**
   * Reads what a failed or cancelled task was submitted with, for a new submission. Throws
   * TaskNotFoundError, TaskNotRetryableError, RecordingDeletedError, InputFileLostError.
   */
  getSubmission: (accountId: string, taskId: string) => Promise<SubmittedTask>;
  /**
   * Returns where a retry continues a failed or cancelled task. Throws TaskNotFoundError,
   * InvalidRequestError, and those of continuationErrors.
   */
  findStart: (accountId: string, wanted: WantedStart) => Promise<Continuation>;
  /** Returns a retry of each task that has one. Expects ids in lower case. */
  findRetries: (
    accountId: string,
    taskIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** Returns the tasks that exist, in no particular order. */
  find: (accountId: string, taskIds: readonly string[]) => Promise<readonly TaskSummary[]>;
  /** Throws TaskNotFoundError. */
  get: (accountId: string, taskId: string) => Promise<TaskSummary>;
  /** Returns the task as lists show it. Throws TaskNotFoundError. */
  getListed: (accountId: string, taskId: string) => Promise<ListedTask>;
  /** Returns one page of the tasks that match the query. */
  list: (accountId: string, query: TaskQuery) => Promise<TaskPage>;
  /** Throws TaskNotFoundError. */
  getDetail: (accountId: string, taskId: string) => Promise<TaskDetail>;
  /** Returns one page of the steps of all attempts, oldest first. Throws TaskNotFoundError. */
  listSteps: (accountId: string, taskId: string, page: StepsWanted) => Promise<StepPage>;
  /**
   * Cancels a waiting task immediately. A task that a worker holds keeps its status and slot until
   * the attempt ends in any way, because its browser is still running. Safe to repeat: a final task
   * keeps its status. Throws TaskNotFoundError.
   */
  cancel: (accountId: string, taskId: string) => Promise<CancelledTask>;
  /**
   * Cancels the named tasks, or all that match, until the signal fires. Every result it returns has
   * taken effect.
   */
  cancelMany: (
    accountId: string,
    selection: CancelSelection,
    signal: AbortSignal,
  ) => Promise<BulkCancellation>;
  /**
   * Deletes a task that has ended, with everything that belongs to it. Its files can no longer be
   * listed; their objects are deleted within minutes. Throws TaskNotFoundError, TaskOpenError,
   * ResultPendingError.
   */
  delete: (accountId: string, taskId: string) => Promise<void>;
}

export function createTaskStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly inputFiles: InputFileStore;
  readonly storageLimits: StorageLimits;
  readonly observer?: Observer | undefined;
  /** How long a local inference server may be offline, in seconds. */
  readonly localLeaseSeconds: number;
}): TaskStore {
  const { database } = dependencies;
  const reserveTag = createTagReserve(database);
  const assertRoom = createRoomCheck(database, dependencies.storageLimits);
  const submitting = { ...dependencies, reserveTag, assertRoom };
  return {
    submit: gatherSubmissions({
      alone: (accountId, task, signal) => submitTask({ ...submitting, signal }, accountId, task),
      together: (accountId, tasks) => submitGroup(submitting, accountId, tasks),
    }),

    submitMany: (accountId, tasks) => submitTasks(submitting, accountId, tasks),

    submitLocal: (accountId, task, signal) =>
      submitLocalTask({ ...dependencies, signal }, accountId, task),

    isLocal: (accountId, taskId) => isLocalTask(database, accountId, taskId),

    findReplay: (accountId, submission) =>
      findReplay(database.pool, { accountId, sealer: dependencies.sealer }, submission),

    findReplays: (accountId, submissions) =>
      findReplays(database.pool, { accountId, sealer: dependencies.sealer }, submissions),

    getSubmission: (accountId, taskId) => readSubmission(dependencies, accountId, taskId),

    findStart: (accountId, wanted) => findStart(dependencies, accountId, wanted),

    findRetries: (accountId, taskIds) => findRetries(database, accountId, taskIds),

    find: (accountId, taskIds) => readSummaries(database, accountId, taskIds),

    get: (accountId, taskId) => readSummary(database, accountId, taskId),

    getListed: (accountId, taskId) => readListed(database, accountId, taskId),

    list: (accountId, query) => listTasks(database, accountId, query),

    getDetail: (accountId, taskId) => readDetail(database, accountId, taskId),

    listSteps: (accountId, taskId, page) => readSteps(database, { accountId, taskId }, page),

    cancelMany: (accountId, selection, signal) =>
      cancelTasks(dependencies, { accountId, signal }, selection),

    cancel: (accountId, taskId) => cancelTask(dependencies, accountId, taskId),

    delete: (accountId, taskId) => deleteTask(database, accountId, taskId),
  };
}

async function cancelTask(
  {
    database,
    queue,
    observer,
  }: Pick<Parameters<typeof createTaskStore>[0], 'database' | 'queue' | 'observer'>,
  accountId: string,
  taskId: string,
): Promise<CancelledTask> {
  const select = { id: true };
  await getTask(taskId, (id) =>
    database.prisma.task.findUnique({ where: { accountId, id, kind: 'task' }, select }),
  );
  const left = await database.transaction((transaction) =>
    leaveTask(queue, transaction, { taskId, ending: 'cancelled' }),
  );
  observeEnd(observer, left);
  const { status } = left;
  if (status === null) throw new TaskNotFoundError(taskId);
  if (status === 'queued') throw new Error(`Task "${taskId}" still waits after its cancellation.`);
  return { taskId, status };
}
