import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { writeTraceHeaders } from '@errand/tracing';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { RoomCheck } from '../storage-quotas/room-check.ts';
import type { Observer } from '../telemetry/observer.ts';
import { keepStart } from './continuation.ts';
import { type CurrentVersion, findCurrentVersion } from './current-version.ts';
import { takeKey } from './idempotency-key.ts';
import { findLoginQueueKey } from './login-queue-key.ts';
import { changePermits, type PermitChange } from './permits.ts';
import type { ReserveTag } from './reserve-tags.ts';
import { EndpointNotFoundError } from './submit-errors.ts';
import { DEFAULTS, type SubmittedTask } from './submitted-task.ts';

export interface SubmitDependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly reserveTag: ReserveTag;
  readonly inputFiles: Pick<InputFileStore, 'storeAround'>;
  readonly assertRoom: RoomCheck;
  readonly observer?: Observer | undefined;
  /** Aborts storing files. */
  readonly signal?: AbortSignal | undefined;
}

/** Locks the recording after storing the task: the select list is evaluated last. */
const SUBMIT = 'SELECT permits, keep_recording($4) AS is_kept FROM submit_task($1, $2, $3)';

interface StoredRow {
  readonly permits: PermitChange | null;
  readonly is_kept: boolean;
}

interface TaskToStore {
  readonly task: SubmittedTask;
  readonly version: CurrentVersion;
  /** Whether someone may delete the recording in the meantime. Default: nobody can delete it. */
  readonly isOfRecording?: boolean;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly finish?: (transaction: Transaction, taskId: string) => Promise<void>;
}

/**
 * Stores a task for the current version of its recording, with a permit if it may run now. A
 * replayed idempotency key stores nothing and returns the original task.
 */
export async function submitTask(
  dependencies: SubmitDependencies,
  accountId: string,
  task: SubmittedTask,
): Promise<{ readonly taskId: string; readonly isReplay: boolean }> {
  const { continuation, isPinned, endpoint_name: endpointName } = task;
  const version =
    task.version ?? (await findCurrentVersion(dependencies.database, accountId, endpointName));
  const finish = async (transaction: Transaction, taskId: string): Promise<void> => {
    if (isPinned) await pinVersion(transaction, taskId, version);
    if (continuation) await keepStart(transaction, dependencies.sealer, { taskId, continuation });
  };
  return storeTask(dependencies, accountId, { task, version, isOfRecording: true, finish });
}

/** Puts back the version in whose place a roll-out has chosen another: see pick_version. */
async function pinVersion(
  transaction: Transaction,
  taskId: string,
  version: CurrentVersion,
): Promise<void> {
  await transaction.query(
    `UPDATE tasks SET recording_version_id = $2, max_automation_retries = $3
     WHERE id = $1 AND recording_version_id <> $2`,
    [taskId, version.recording_version_id, version.max_automation_retries],
  );
}

const KEEP_RECORDINGS = `SELECT id FROM recordings
  WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE`;

/**
 * Returns the recordings that are not deleted; they cannot be deleted until the transaction ends.
 */
export async function findUndeleted(
  { prepared }: Pick<Database, 'prepared'>,
  transaction: Transaction,
  recordingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.query<{ id: string }>(
    prepared('keep-recordings', KEEP_RECORDINGS, [recordingIds]),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores a task for a version of an automation, as `submitTask` does. `columns` are columns of its
 * row that no submission sets; `finish` runs last in the transaction.
 */
export async function storeTask(
  dependencies: SubmitDependencies,
  accountId: string,
  { task, version, isOfRecording = false, columns, finish }: TaskToStore,
): Promise<{ readonly taskId: string; readonly isReplay: boolean }> {
  const { database, queue, sealer, reserveTag, inputFiles, assertRoom, signal } = dependencies;
  await assertRoom(accountId);
  const { portal } = version;
  const key = findLoginQueueKey(portal, task);
  const taskId = randomUUIDv7();
  const permit =
    key === null ? { permit_job_id: randomUUID(), tag: await reserveTag(accountId) } : {};
  const row = { ...rowOf(task, { taskId, accountId, sealer, version }), ...permit, ...columns };

  const given = { accountId, taskId, files: task.input_files ?? [], signal };
  const stored = await inputFiles.storeAround(given, (keepFiles) =>
    database.transaction(async (transaction) => {
      const submission = task.idempotency && { ...task.idempotency, taskId };
      const earlier =
        (await task.claim?.(transaction, taskId)) ??
        (submission && (await takeKey(transaction, { accountId, sealer }, submission)));
      if (earlier !== undefined) return { taskId: earlier, isReplay: true };

      const values = [JSON.stringify(row), key, portal, version.recording_id];
      const { rows } = await transaction.query<StoredRow>(
        database.prepared('submit-task', SUBMIT, values),
      );
      if (isOfRecording && rows[0]?.is_kept !== true) {
        throw new EndpointNotFoundError(task.endpoint_name);
      }
      await keepFiles(transaction);
      await finish?.(transaction, taskId);
      await changePermits(queue, transaction, rows[0]?.permits ?? null);
      return { taskId, isReplay: false };
    }),
  );
  if (!stored.isReplay) dependencies.observer?.taskSubmitted('fleet');
  return stored;
}

/**
 * Members of a submission that are stored as columns. Any other member is ignored here, so a
 * request cannot set a column that the server decides.
 */
const PLAIN_COLUMNS: ReadonlySet<string> = new Set([
  ...Object.keys(DEFAULTS),
  'endpoint_name',
  'goal',
  'input_parameters',
  'retry_of',
  'schedule_id',
]);

/** The row of a task for submit_task, without a permit. */
export function rowOf(
  task: SubmittedTask,
  place: {
    readonly taskId: string;
    readonly accountId: string;
    readonly sealer: Sealer;
    readonly version: CurrentVersion;
  },
): Readonly<Record<string, unknown>> {
  const { taskId, accountId, sealer, version } = place;
  const { portal: _portal, ...pinned } = version;
  return {
    ...columnsOf(task, taskId, sealer),
    id: taskId,
    account_id: accountId,
    ...pinned,
    // The recording's automation retries apply only to its own steps.
    ...(task.goal === undefined ? {} : { max_automation_retries: 0 }),
  };
}

/** The task's own columns. */
export function columnsOf(
  task: SubmittedTask,
  taskId: string,
  sealer: Sealer,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(task).filter(
    ([name, value]) => PLAIN_COLUMNS.has(name) && value !== undefined,
  );
  return {
    ...DEFAULTS,
    ...Object.fromEntries(given),
    ...sealedColumnsOf(task, taskId, sealer),
    ...(task.traceContext && writeTraceHeaders(task.traceContext)),
  };
}

/** Values that must not be stored in plain text. */
function sealedColumnsOf(
  task: SubmittedTask,
  taskId: string,
  sealer: Sealer,
): Readonly<Record<string, string | null>> {
  // All of these values were parsed from JSON.
  const seal = (value: unknown, context: string): string | null =>
    value === undefined || value === null ? null : sealer.seal(value as JsonValue, context);
  const { task_callback_api_key: key } = task;
  const receiver = key === undefined ? null : { api_key: key };
  return {
    secure_parameters: seal(task.secure_parameters, sealedContext.secureParameters(taskId)),
    rdp_parameter: seal(task.rdp_parameter, sealedContext.rdpParameter(taskId)),
    task_callback_api_key: seal(receiver, sealedContext.callbackSecret('task', taskId)),
  };
}
