import { WORKER_PROTOCOL } from '@errand/api-types';
import { z } from 'zod';
import type { Transaction } from '../database/transaction.ts';
import type { JobFilter, JobQueue, QueueDefinition, QueuedJob } from '../queue/job-queue.ts';

/**
 * The lane of accounts without a label. Each job is the right to run one task of a login queue, or
 * one task without a login queue, now.
 */
export const permitQueue: QueueDefinition = laneQueue(null);

/** In a worker's list of labels, stands for no label. */
const UNLABELLED = 'default';

/** The queue that holds the permits of the accounts with this label. */
export function laneQueue(label: string | null): QueueDefinition {
  return {
    name: label === null ? 'permits' : `permits.${label}`,
    // The transaction that takes a permit deletes it, so no job is ever active.
    expireInSeconds: 60,
    retryLimit: 0,
  };
}

/** The lanes from which a worker with these labels takes permits. */
export function lanesOf(labels: readonly string[]): readonly string[] {
  const served = labels.length === 0 ? [UNLABELLED] : labels;
  return served.map((label) => laneQueue(label === UNLABELLED ? null : label).name);
}

/** The label of a lane's accounts as workers carry it. */
export function labelOf(lane: string): string {
  return lane === permitQueue.name ? UNLABELLED : lane.slice(permitQueue.name.length + 1);
}

const permitData = z.union([
  z.strictObject({ loginQueueId: z.int(), tag: z.int() }),
  z.strictObject({ taskId: z.uuid(), tag: z.int() }),
]);

/** The right to run one task now. */
export interface Permit {
  readonly id: string;
  readonly loginQueueId: number | null;
  readonly taskId: string | null;
  readonly tag: number;
}

/**
 * The changes that a transition makes to the jobs of a lane. Built by permit_change in
 * prisma/functions; null for none.
 */
export interface PermitChange {
  readonly lane: string;
  readonly loginQueueId: number | null;
  readonly send: readonly Permit[];
  /** How many excess permits of the login queue to withdraw. */
  readonly withdraw: number;
  /** The permit of a cancelled task without a login queue. */
  readonly voidId: string | null;
}

/**
 * The permits that a worker with this version of the worker protocol may take; undefined for all.
 * Default: this release's version.
 */
export function usableBy(protocol = WORKER_PROTOCOL.version): JobFilter | undefined {
  if (protocol >= WORKER_PROTOCOL.version) return undefined;
  return { function: 'is_usable', value: protocol };
}

/**
 * Takes the next permit. The permit is used up when the transaction commits, even if it turns out
 * to be void.
 */
export async function takePermit(
  queue: JobQueue,
  transaction: Transaction,
  {
    lane = permitQueue.name,
    only,
  }: { readonly lane?: string; readonly only?: JobFilter | undefined } = {},
): Promise<(Permit & Pick<QueuedJob, 'waitedSeconds'>) | undefined> {
  const job = await queue.take(transaction, lane, only);
  if (!job) return undefined;
  const { id, waitedSeconds } = job;
  return { id, waitedSeconds, loginQueueId: null, taskId: null, ...permitData.parse(job.data) };
}

/**
 * Sends and withdraws permits. The transaction must hold the locks under which the change was
 * decided.
 */
export async function changePermits(
  queue: JobQueue,
  transaction: Transaction,
  change: PermitChange | null,
): Promise<void> {
  if (!change) return;
  const { lane, loginQueueId, withdraw, voidId } = change;
  for (const permit of change.send) await queue.send(transaction, lane, jobOf(permit));
  // A claimer that has already taken the permit finds it void.
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

/**
 * Changes permits for several submissions in one transaction. `changes` are in the order of the
 * submissions, keyed by login queue. Each change was decided without the withdrawals of earlier
 * ones, so the last one of each login queue says how many permits to withdraw.
 */
export async function changePermitsOfMany(
  queue: JobQueue,
  transaction: Transaction,
  changes: readonly { readonly key: string | null; readonly change: PermitChange | null }[],
): Promise<void> {
  // The lane cannot change until the commit, so all changes have the same lane.
  const lane = changes.find(({ change }) => change)?.change?.lane;
  if (lane === undefined) return;
  const send = changes.flatMap(({ change }) => change?.send ?? []);
  if (send.length > 0) await queue.sendAll(transaction, lane, send.map(jobOf));
  const last = new Map(changes.map(({ key, change }) => [key, change]));
  for (const change of last.values()) {
    await changePermits(queue, transaction, change && { ...change, send: [] });
  }
}

function jobOf({ id, loginQueueId, taskId, tag }: Permit) {
  const job = { id, priority: -tag };
  if (loginQueueId === null) return { ...job, data: { taskId, tag } };
  return { ...job, key: String(loginQueueId), data: { loginQueueId, tag } };
}
