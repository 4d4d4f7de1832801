import type { WorkerSchemas } from '@errand/api-types';
import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { NodesChangedError } from './submit-errors.ts';

/** Where a task could be continued, with the names of the worker protocol. */
export type Checkpoint = WorkerSchemas['Checkpoint'];
/** Where a task continues another one. */
export type Start = WorkerSchemas['Start'];

/** Where a new task starts, with the version that this was computed for. */
export interface Continuation {
  readonly recordingVersionId: string;
  readonly start: Start;
}

type Sealing = Pick<Sealer, 'seal'>;

/**
 * Stores where the last attempt of a task could be continued, replacing that of earlier attempts.
 */
export async function keepCheckpoints(
  transaction: Transaction,
  sealer: Sealing,
  ended: {
    readonly taskId: string;
    readonly leaseEpoch: number;
    readonly checkpoints: readonly Checkpoint[];
  },
): Promise<void> {
  const { taskId, leaseEpoch, checkpoints } = ended;
  await transaction.query(
    `INSERT INTO task_continuations (task_id, lease_epoch, reached) VALUES ($1, $2, $3)
     ON CONFLICT (task_id) DO UPDATE SET lease_epoch = EXCLUDED.lease_epoch, reached = EXCLUDED.reached`,
    [taskId, leaseEpoch, sealJson(sealer, taskId, checkpoints)],
  );
}

/**
 * Stores where a new task starts. Throws NodesChangedError if the task got a version other than the
 * checked one.
 */
export async function keepStart(
  transaction: Transaction,
  sealer: Sealing,
  { taskId, continuation }: { readonly taskId: string; readonly continuation: Continuation },
): Promise<void> {
  const { start, recordingVersionId } = continuation;
  const { rowCount } = await transaction.query(
    `INSERT INTO task_continuations (task_id, start_node_path, start)
     SELECT id, $3, $4 FROM tasks WHERE id = $1 AND recording_version_id = $2`,
    [taskId, recordingVersionId, start.node_path, sealJson(sealer, taskId, start)],
  );
  if (rowCount === 0) throw new NodesChangedError();
}

/** Reads where a task could be continued. Ignores checkpoints of attempts before the last one. */
export async function readCheckpoints(
  { database, sealer }: { readonly database: Pick<Database, 'pool'>; readonly sealer: Sealer },
  taskId: string,
): Promise<readonly Checkpoint[]> {
  const { rows } = await database.pool.query<{ reached: string | null }>(
    `SELECT c.reached FROM task_continuations c JOIN tasks t ON t.id = c.task_id
     WHERE c.task_id = $1 AND c.lease_epoch = t.lease_epoch`,
    [taskId],
  );
  const [{ reached } = { reached: null }] = rows;
  if (reached === null) return [];
  // The worker protocol's schema accepted the value before it was sealed.
  return sealer.unseal(reached, sealedContext.continuation(taskId)) as unknown as Checkpoint[];
}

function sealJson(sealer: Sealing, taskId: string, value: unknown): string {
  return sealer.seal(value as JsonValue, sealedContext.continuation(taskId));
}
