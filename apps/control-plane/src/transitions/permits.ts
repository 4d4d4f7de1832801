import { z } from 'zod';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue, QueueDefinition } from '../queue/job-queue.ts';

/** The lane of accounts without a label. One job = one task of a login queue, or one task without login queue, may run now. */
export const permitQueue: QueueDefinition = laneQueue(null);

/** Stands for the accounts without a label where a worker names the labels that it serves. */
const UNLABELLED = 'default';

/** The queue that holds the permits of the accounts with this label. */
export function laneQueue(label: string | null): QueueDefinition {
  return {
    name: label === null ? 'permits' : `permits.${label}`,
    // A permit is deleted by the transaction that takes it, so none is ever running.
    expireInSeconds: 60,
    retryLimit: 0,
  };
}

/** The lanes that a worker with these labels takes permits from. */
export function lanesOf(labels: readonly string[]): readonly string[] {
  const served = labels.length === 0 ? [UNLABELLED] : labels;
  return served.map((label) => laneQueue(label === UNLABELLED ? null : label).name);
}

const permitData = z.union([
  z.strictObject({ loginQueueId: z.int(), tag: z.int() }),
  z.strictObject({ taskId: z.uuid(), tag: z.int() }),
]);

/** The right to run one task now, out of the lane that it was taken from. */
export interface Permit {
  readonly id: string;
  readonly loginQueueId: number | null;
  readonly taskId: string | null;
  readonly tag: number;
}

/** What a transition wants done to the jobs of a lane; made by permit_change in prisma/functions. Null for nothing. */
export interface PermitChange {
  readonly lane: string;
  readonly loginQueueId: number | null;
  readonly send: readonly Permit[];
  /** How many permits of the login queue are too many. */
  readonly withdraw: number;
  /** The permit of a task without login queue that is cancelled. */
  readonly voidId: string | null;
}

/** Takes the permit whose turn it is. Taking it is final with the transaction, whether or not it proves void. */
export async function takePermit(
  queue: JobQueue,
  transaction: Transaction,
  lane = permitQueue.name,
): Promise<Permit | undefined> {
  const job = await queue.take(transaction, lane);
  if (!job) return undefined;
  return { id: job.id, loginQueueId: null, taskId: null, ...permitData.parse(job.data) };
}

/** Sends and withdraws permits. The transaction holds the locks under which it was decided. */
export async function changePermits(
  queue: JobQueue,
  transaction: Transaction,
  change: PermitChange | null,
): Promise<void> {
  if (!change) return;
  const { lane, loginQueueId, withdraw, voidId } = change;
  for (const permit of change.send) await queue.send(transaction, lane, jobOf(permit));
  // A claimer that has one in hand finds it void.
  if (voidId !== null) await queue.withdraw(transaction, lane, { id: voidId, limit: 1 });
  if (withdraw === 0) return;
  const key = String(loginQueueId);
  const withdrawn = await queue.withdraw(transaction, lane, { key, limit: withdraw });
  if (withdrawn === 0) return;
  await transaction.query('UPDATE login_queues SET issued = issued - $2 WHERE id = $1', [
    loginQueueId,
    withdrawn,
  ]);
}

function jobOf({ id, loginQueueId, taskId, tag }: Permit) {
  const job = { id, priority: -tag };
  if (loginQueueId === null) return { ...job, data: { taskId, tag } };
  return { ...job, key: String(loginQueueId), data: { loginQueueId, tag } };
}
