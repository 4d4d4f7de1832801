import { z } from 'zod';
import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';

export const DELIVERY_QUEUE = 'deliver-callback';

/** `attempts` counts the attempts before this one, so a job that runs twice sends only once. */
export const deliveryData = z.strictObject({
  deliveryId: z.uuid(),
  attempts: z.int().min(0),
  /** How often this attempt was postponed because all slots of its receiver were in use. */
  postponed: z.int().min(0).default(0),
});

/**
 * Queues the next attempt of a delivery. Use the transaction that writes the delivery's row. An
 * urgent delivery is tried before all others that are due.
 */
export async function queueDelivery(
  queue: JobQueue,
  transaction: Transaction,
  next: z.input<typeof deliveryData> & { readonly startAfter?: Date; readonly isUrgent?: boolean },
): Promise<void> {
  const { startAfter, isUrgent = false, ...data } = next;
  const priority = isUrgent ? 1 : 0;
  const job = { data, priority, ...(startAfter ? { startAfter } : {}) };
  await queue.send(transaction, DELIVERY_QUEUE, job);
}
