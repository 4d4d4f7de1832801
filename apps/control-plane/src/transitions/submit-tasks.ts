import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../database/transaction.ts';
import { type CurrentVersion, findCurrentVersion } from './current-version.ts';
import { takeKeys, type IdempotentSubmission } from './idempotency-key.ts';
import { findLoginQueueKey } from './login-queue-key.ts';
import { changePermitsOfMany, type PermitChange } from './permits.ts';
import { EndpointNotFoundError, type IdempotencyConflictError } from './submit-errors.ts';
import { findUndeleted, rowOf, type SubmitDependencies } from './submit-task.ts';
import type { SubmittedTask } from './submitted-task.ts';

/** A submission without files. */
export type FilelessTask = Omit<SubmittedTask, 'input_files'>;

export type Submitted =
  | { readonly taskId: string; readonly isReplay: boolean }
  | EndpointNotFoundError
  | IdempotencyConflictError;

export type SubmitManyDependencies = Omit<SubmitDependencies, 'inputFiles'>;

/** A row of a task as `submit_tasks` expects it. */
interface Prepared {
  readonly taskId: string;
  readonly recordingId: string;
  readonly endpointName: string;
  readonly row: object;
  readonly key: string | null;
  readonly portal: string;
  readonly idempotency: IdempotentSubmission | undefined;
}

/**
 * Stores tasks of one account in one transaction, each as `submitTask` does, and returns their
 * outcomes in order. Throws StorageFullError for all of them.
 */
export async function submitTasks(
  dependencies: SubmitManyDependencies,
  accountId: string,
  tasks: readonly FilelessTask[],
): Promise<readonly Submitted[]> {
  const { database, assertRoom, observer } = dependencies;
  const versions = await findVersions(dependencies, accountId, tasks);
  await assertRoom(accountId);
  const ready = await Promise.all(
    tasks.map((task) => prepare(dependencies, accountId, { task, versions })),
  );
  const outcomes = await database.transaction(async (transaction) => {
    const prepared = await refuseDeleted(database, transaction, ready);
    const replays = await findTakenKeys(dependencies, { transaction, accountId }, prepared);
    const fresh = prepared.filter((each): each is Prepared => 'row' in each && !replays.has(each));
    if (fresh.length > 0) await insert(dependencies, { transaction, accountId }, fresh);
    return prepared.map((each): Submitted => {
      if (!('row' in each)) return each;
      return replays.get(each) ?? { taskId: each.taskId, isReplay: false };
    });
  });
  for (const outcome of outcomes) {
    if ('taskId' in outcome && !outcome.isReplay) observer?.taskSubmitted('fleet');
  }
  return outcomes;
}

/**
 * Current versions for the tasks that were not checked against one, by endpoint name; none for a
 * name without a recording.
 */
async function findVersions(
  { database }: Pick<SubmitDependencies, 'database'>,
  accountId: string,
  tasks: readonly FilelessTask[],
): Promise<ReadonlyMap<string, CurrentVersion>> {
  const versions = new Map<string, CurrentVersion>();
  const unknown = tasks.filter((task) => task.version === undefined);
  for (const name of new Set(unknown.map((task) => task.endpoint_name))) {
    try {
      versions.set(name, await findCurrentVersion(database, accountId, name));
    } catch (error) {
      if (!(error instanceof EndpointNotFoundError)) throw error;
    }
  }
  return versions;
}

async function prepare(
  { sealer, reserveTag }: Pick<SubmitDependencies, 'sealer' | 'reserveTag'>,
  accountId: string,
  given: {
    readonly task: FilelessTask;
    readonly versions: ReadonlyMap<string, CurrentVersion>;
  },
): Promise<Prepared | EndpointNotFoundError> {
  const { task, versions } = given;
  const version = task.version ?? versions.get(task.endpoint_name);
  if (!version) return new EndpointNotFoundError(task.endpoint_name);
  const { portal } = version;
  const taskId = randomUUIDv7();
  const key = findLoginQueueKey(portal, task);
  const permit =
    key === null ? { permit_job_id: randomUUID(), tag: await reserveTag(accountId) } : {};
  const row = { ...rowOf(task, { taskId, accountId, sealer, version }), ...permit };
  const { endpoint_name: endpointName, idempotency } = task;
  const { recording_id: recordingId } = version;
  return { taskId, recordingId, endpointName, row, key, portal, idempotency };
}

/** Refuses the tasks of recordings that were deleted since their versions were read. */
async function refuseDeleted(
  database: SubmitManyDependencies['database'],
  transaction: Transaction,
  prepared: readonly (Prepared | EndpointNotFoundError)[],
): Promise<readonly (Prepared | EndpointNotFoundError)[]> {
  const wanted = prepared.flatMap((each) => ('row' in each ? [each.recordingId] : []));
  const left = await findUndeleted(database, transaction, wanted);
  return prepared.map((each) => {
    if (!('row' in each) || left.has(each.recordingId)) return each;
    return new EndpointNotFoundError(each.endpointName);
  });
}

interface Place {
  readonly transaction: Transaction;
  readonly accountId: string;
}

/** The outcomes of the submissions whose idempotency keys belong to earlier ones. */
async function findTakenKeys(
  { sealer }: Pick<SubmitDependencies, 'sealer'>,
  { transaction, accountId }: Place,
  prepared: readonly (Prepared | EndpointNotFoundError)[],
): Promise<ReadonlyMap<unknown, Submitted>> {
  const keyed = prepared.flatMap((each) =>
    'row' in each && each.idempotency ? [{ each, idempotency: each.idempotency }] : [],
  );
  if (keyed.length === 0) return new Map();
  const submissions = keyed.map(({ each, idempotency }) => ({
    ...idempotency,
    taskId: each.taskId,
  }));
  const replays = await takeKeys(transaction, { accountId, sealer }, submissions);
  return new Map(
    keyed.flatMap(({ each }, index) => {
      const replay = replays[index];
      if (replay === undefined) return [];
      const outcome = typeof replay === 'string' ? { taskId: replay, isReplay: true } : replay;
      return [[each, outcome] satisfies [unknown, Submitted]];
    }),
  );
}

async function insert(
  { database, queue }: Pick<SubmitDependencies, 'database' | 'queue'>,
  { transaction, accountId }: Place,
  tasks: readonly Prepared[],
): Promise<void> {
  const submitted = tasks.map(({ row, key, portal }) => ({ row, key, portal }));
  const { rows } = await transaction.query<{ place: number; permits: PermitChange | null }>(
    database.prepared('submit-tasks', 'SELECT place, permits FROM submit_tasks($1, $2)', [
      accountId,
      JSON.stringify(submitted),
    ]),
  );
  const changes = rows.map(({ place, permits: change }) => ({
    key: tasks[place]?.key ?? null,
    change,
  }));
  await changePermitsOfMany(queue, transaction, changes);
}
