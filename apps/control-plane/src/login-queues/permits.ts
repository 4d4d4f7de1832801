import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue, QueueDefinition } from '../queue/job-queue.ts';

/** One job = one task of a login queue, or one task without login queue, may run now. */
export const permitQueue: QueueDefinition = {
  name: 'permits',
  // A permit is deleted by the transaction that takes it, so none is ever running.
  expireInSeconds: 60,
  retryLimit: 0,
};

const permitData = z.union([
  z.strictObject({ loginQueueId: z.int(), tag: z.int() }),
  z.strictObject({ taskId: z.uuid(), tag: z.int() }),
]);

export interface Permit {
  readonly id: string;
  readonly loginQueueId: number | null;
  readonly taskId: string | null;
  readonly tag: number;
}

/** What a transition of a login queue wants done to its permits; see the functions in prisma/migrations. */
export interface PermitChange {
  readonly loginQueueId: number;
  /** Positive: send as many; negative: withdraw as many. */
  readonly permits: number;
  /** Tag of the last one to send. */
  readonly lastTag: number | null;
}

/** Takes the permit whose turn it is. Taking it is final with the transaction, whether or not it proves void. */
export async function takePermit(
  queue: JobQueue,
  transaction: Transaction,
): Promise<Permit | undefined> {
  const job = await queue.take(transaction, permitQueue.name);
  if (!job) return undefined;
  return { id: job.id, loginQueueId: null, taskId: null, ...permitData.parse(job.data) };
}

/** Gives a task without login queue its permit. */
export async function sendTaskPermit(
  queue: JobQueue,
  transaction: Transaction,
  permit: { readonly id: string; readonly taskId: string; readonly tag: number },
): Promise<void> {
  const { id, taskId, tag } = permit;
  await queue.send(transaction, permitQueue.name, { id, priority: -tag, data: { taskId, tag } });
}

/** Removes the permit of a task without login queue, unless a claimer has it in hand and will find it void. */
export async function withdrawTaskPermit(
  queue: JobQueue,
  transaction: Transaction,
  id: string,
): Promise<void> {
  await queue.withdraw(transaction, permitQueue.name, { id, limit: 1 });
}

/** Sends or withdraws permits of a login queue. The transaction holds the lock on its row. */
export async function changePermits(
  queue: JobQueue,
  transaction: Transaction,
  { loginQueueId, permits, lastTag }: PermitChange,
): Promise<void> {
  const key = String(loginQueueId);
  for (let left = permits; left > 0; left -= 1) {
    if (lastTag === null) throw new Error(`Login queue ${key} wants permits without a tag.`);
    const tag = lastTag - left + 1;
    const data = { loginQueueId, tag };
    await queue.send(transaction, permitQueue.name, {
      id: randomUUID(),
      key,
      priority: -tag,
      data,
    });
  }
  if (permits >= 0) return;
  const withdrawn = await queue.withdraw(transaction, permitQueue.name, { key, limit: -permits });
  if (withdrawn === 0) return;
  await transaction.query('UPDATE login_queues SET issued = issued - $2 WHERE id = $1', [
    loginQueueId,
    withdrawn,
  ]);
}
