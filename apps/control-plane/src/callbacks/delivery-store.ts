import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';

/** How the receiver knows us. */
export type ReceiverSecret =
  | { readonly api_key: string }
  | { readonly username: string; readonly password: string };

export interface PendingDelivery {
  /** Also the webhook-id. */
  readonly deliveryId: string;
  readonly taskId: string;
  readonly accountId: string;
  readonly url: string;
  readonly secret: ReceiverSecret | null;
  /** Tries so far. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
}

export interface DeliveryTry {
  readonly deliveryId: string;
  /** Tries before this one; a try that was recorded already is recorded no second time. */
  readonly attempts: number;
  readonly startedAt: Date;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | null;
  readonly error: string | null;
  readonly outcome:
    | { readonly state: 'delivered' | 'failed' }
    | { readonly state: 'pending'; readonly retryAt: Date };
}

/** The outbox of callbacks. Rows are written by the transaction that ends a task. */
export interface DeliveryStore {
  /**
   * Queues a delivery for a task of the account, to the given receiver or else to the one that the task would report to.
   * Undefined when there is no address at all. Throws TaskNotFoundError.
   */
  request: (
    accountId: string,
    taskId: string,
    receiver?: { readonly url: string; readonly secret: ReceiverSecret | null },
  ) => Promise<{ readonly deliveryId: string } | undefined>;
  /** Undefined when nothing is left to do for this try. */
  findPending: (deliveryId: string, attempts: number) => Promise<PendingDelivery | undefined>;
  /** Records a try and, if another one is due, queues it: both or nothing. */
  record: (attempt: DeliveryTry) => Promise<void>;
}

export function createDeliveryStore(_dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
}): DeliveryStore {
  throw new Error('The delivery store is being written.');
}
