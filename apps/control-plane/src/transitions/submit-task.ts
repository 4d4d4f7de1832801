import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { writeTraceHeaders } from '@errand/tracing';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { assertRoom } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { Observer } from '../telemetry/observer.ts';
import { keepStart } from './continuation.ts';
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
  readonly storageLimits: StorageLimits;
  readonly observer?: Observer | undefined;
  /** Aborts the storing of files. */
  readonly signal?: AbortSignal | undefined;
}

export interface CurrentVersion {
  readonly recording_id: string;
  readonly recording_version_id: string;
  readonly portal: string;
  readonly max_automation_retries: number;
}

interface TaskToStore {
  readonly task: SubmittedTask;
  readonly version: CurrentVersion;
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
  const version = await findCurrentVersion(dependencies.database, accountId, task.endpoint_name);
  const { continuation, endpoint_name: endpointName } = task;
  const finish = async (transaction: Transaction, taskId: string): Promise<void> => {
    await assertNotDeleted(transaction, version, endpointName);
    if (continuation) await keepStart(transaction, dependencies.sealer, { taskId, continuation });
  };
  return storeTask(dependencies, accountId, { task, version, finish });
}

/**
 * Call after storing the task, which locks its recording against deletion. Throws
 * EndpointNotFoundError if the recording was deleted after its version was read.
 */
export async function assertNotDeleted(
  transaction: Transaction,
  version: CurrentVersion,
  endpointName: string,
): Promise<void> {
  const left = await findUndeleted(transaction, [version.recording_id]);
  if (left.size === 0) throw new EndpointNotFoundError(endpointName);
}

/**
 * Returns the recordings that are not deleted; they cannot be deleted until the transaction ends.
 */
export async function findUndeleted(
  transaction: Transaction,
  recordingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.query<{ id: string }>(
    `SELECT id FROM recordings WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL
     ORDER BY id FOR KEY SHARE`,
    [recordingIds],
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
  { task, version, columns, finish }: TaskToStore,
): Promise<{ readonly taskId: string; readonly isReplay: boolean }> {
  const { database, queue, sealer, reserveTag, inputFiles, storageLimits, signal } = dependencies;
  await assertRoom(database, storageLimits, { accountId });
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

      const { rows } = await transaction.query<{ permits: PermitChange | null }>(
        'SELECT permits FROM submit_task($1, $2, $3)',
        [JSON.stringify(row), key, portal],
      );
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
 * Returns the current version of the recording with this endpoint name. Throws
 * EndpointNotFoundError.
 */
export async function findCurrentVersion(
  database: Database,
  accountId: string,
  endpointName: string,
): Promise<CurrentVersion> {
  const { rows } = await database.pool.query<CurrentVersion>(
    `SELECT r.id AS recording_id, v.id AS recording_version_id, v.portal,
       coalesce((v.automation->'max_retries')::int, 0) AS max_automation_retries
     FROM recordings r JOIN recording_versions v ON v.recording_id = r.id AND v.version = r.current_version
     WHERE r.account_id = $1 AND r.endpoint_name = $2 AND r.deleted_at IS NULL`,
    [accountId, endpointName],
  );
  const [version] = rows;
  if (!version) throw new EndpointNotFoundError(endpointName);
  return version;
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
