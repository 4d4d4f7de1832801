import type { ErrandSchemas } from '@errand/api-types';
import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { inputFilesOf } from '../input-files/input-files-of.ts';
import { giveSecret } from '../leases/lease-secret.ts';
import type { Lease } from '../leases/lease.ts';
import { leaseOf } from '../leases/try-claim.ts';
import { assertRoom } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { Observer } from '../telemetry/observer.ts';
import { findLoginQueueKey } from '../transitions/login-queue-key.ts';
import { findCurrentVersion } from '../transitions/current-version.ts';
import { EndpointNotFoundError } from '../transitions/submit-errors.ts';
import { columnsOf, findUndeleted } from '../transitions/submit-task.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import type { TakenTask } from '../transitions/take-task.ts';

/** Short initial lease: if the server never received the task, it is taken back quickly. */
const FIRST_LEASE_SECONDS = 60;

/** A task that a local inference server runs, with its lease. */
export interface LocalTask {
  readonly lease: Lease;
  readonly workerId: string;
  readonly allocatedAt: Date;
  /** The public API's shape. */
  readonly automation: ErrandSchemas['Task']['automation'];
  /** Equal for tasks that the fleet would not run concurrently. */
  readonly dedupKey: string;
}

interface Dependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly localLeaseSeconds: number;
  readonly inputFiles: Pick<InputFileStore, 'storeAround'>;
  readonly storageLimits: StorageLimits;
  readonly observer?: Observer | undefined;
  /** Aborts storing files. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Stores a task as allocated to a local inference server of the account. Throws
 * EndpointNotFoundError, UnknownUniqueNameError, StorageFullError.
 */
export async function submitLocalTask(
  dependencies: Dependencies,
  accountId: string,
  { serverId, ...task }: SubmittedTask & { readonly serverId: string },
): Promise<LocalTask> {
  const { database, sealer, localLeaseSeconds, inputFiles, storageLimits, signal } = dependencies;
  const version =
    task.version ?? (await findCurrentVersion(database, accountId, task.endpoint_name));
  await assertRoom(database, storageLimits, { accountId });
  const key = findLoginQueueKey(version.portal, { ...task, is_dedicated: false });
  const taskId = randomUUIDv7();
  const row = {
    ...columnsOf(task, taskId, sealer),
    id: taskId,
    account_id: accountId,
    recording_id: version.recording_id,
    recording_version_id: version.recording_version_id,
  };
  const workerId = `${localWorkerPrefix(accountId)}${serverId}`;
  const given = { accountId, taskId, files: task.input_files ?? [], signal };
  const stored = await inputFiles.storeAround(given, (keepFiles) =>
    database.transaction(async (transaction) => {
      const parameters = [JSON.stringify(row), workerId, FIRST_LEASE_SECONDS];
      await transaction.query('SELECT submit_local_task($1, $2, $3)', parameters);
      const left = await findUndeleted(database, transaction, [version.recording_id]);
      if (left.size === 0) throw new EndpointNotFoundError(task.endpoint_name);
      await keepFiles(transaction);
      const leaseSecret = await giveSecret(transaction, {
        taskId,
        leaseEpoch: 1,
        registrationId: null,
      });
      const taken = await readTaken(transaction, taskId);
      return taken && { ...taken, leaseSecret };
    }),
  );
  if (!stored) throw new Error(`Task "${taskId}" was not stored.`);
  dependencies.observer?.taskSubmitted('local');
  // A new task starts at its first node.
  const begins = { start: null, session_id: null, is_new_session: null, close_session: null };
  const leased = { ...stored, ...begins };
  return {
    lease: leaseOf(leased, { sealer, leaseSeconds: localLeaseSeconds }),
    workerId,
    allocatedAt: stored.allocated_at,
    // The automation passed the schema when saved.
    automation: stored.automation as LocalTask['automation'],
    dedupKey: key ?? taskId,
  };
}

type StoredTask = Omit<TakenTask, 'start'> & { readonly allocated_at: Date };

async function readTaken(
  transaction: Transaction,
  taskId: string,
): Promise<StoredTask | undefined> {
  const { rows } = await transaction.query<StoredTask>(
    `SELECT t.*, v.automation, ${inputFilesOf('t.id')}
     FROM tasks t JOIN recording_versions v ON v.id = t.recording_version_id WHERE t.id = $1`,
    [taskId],
  );
  return rows[0];
}

/** Prefix of the worker ids of an account's local inference servers. No other worker id has it. */
export function localWorkerPrefix(accountId: string): string {
  return `local.${accountId}.`;
}

/** Whether the task belongs to a local inference server of the account. */
export async function isLocalTask(
  { prisma }: Database,
  accountId: string,
  taskId: string,
): Promise<boolean> {
  const where = { id: taskId, accountId, isLocal: true };
  return isUuid(taskId) && (await prisma.task.count({ where })) === 1;
}
