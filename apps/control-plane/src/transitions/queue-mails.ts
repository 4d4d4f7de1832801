import type { Transaction } from '../database/transaction.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { queueDelivery } from './queue-delivery.ts';

export const MAIL_SCHEME = 'mailto:';

/** Stores and queues one delivery for each distinct address that the task's recording notifies. */
export async function queueMails(
  queue: JobQueue,
  transaction: Transaction,
  about: {
    readonly taskId: string;
    /** The human wait that the email is about. Default: the email says that the task has ended. */
    readonly humanWaitId?: string;
  },
): Promise<void> {
  const { rows } = await transaction.query<{ id: string }>(
    `INSERT INTO callback_deliveries (id, task_id, account_id, url, human_wait_id)
     SELECT gen_random_uuid(), t.id, t.account_id, $2 || address, $3
     FROM tasks t JOIN recordings r ON r.id = t.recording_id,
       LATERAL (SELECT DISTINCT unnest(r.notification_emails) AS address) addresses
     WHERE t.id = $1
     RETURNING id`,
    [about.taskId, MAIL_SCHEME, about.humanWaitId ?? null],
  );
  for (const { id: deliveryId } of rows) {
    const isUrgent = about.humanWaitId !== undefined;
    await queueDelivery(queue, transaction, { deliveryId, attempts: 0, isUrgent });
  }
}
