import type { ObjectStorage } from '@errand/object-storage';
import type { Sealer } from '@errand/secrets';
import { readTraceContext, type TraceContext } from '@errand/tracing';
import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { getTask } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { queueDelivery } from '../transitions/queue-delivery.ts';
import type { SigningSecretStore } from './signing-secret-store.ts';
import { writeCallbackBody } from './write-callback-body.ts';
import { writeHumanMail } from './write-human-mail.ts';
import { writeTaskMail } from './write-task-mail.ts';

const receiverSecret = z.union([
  z.strictObject({ api_key: z.string() }),
  z.strictObject({ username: z.string(), password: z.string() }),
]);

const secretOrigin = z.enum(['task', 'recording', 'delivery']);

/** Credentials for the receiver. Stored sealed, including as a recording's `callback_secret`. */
export type ReceiverSecret = z.infer<typeof receiverSecret>;

export interface PendingDelivery {
  /** Also the webhook-id. */
  readonly deliveryId: string;
  readonly taskId: string;
  readonly accountId: string;
  readonly url: string;
  /** Set for an email that asks for a person. */
  readonly humanWaitId: string | null;
  readonly secret: ReceiverSecret | null;
  /** `whsec_...`, the current one first. */
  readonly signingSecrets: readonly string[];
  /**
   * Returns the time by the database's clock: the clocks of the processes that share the attempts
   * of a delivery may differ.
   */
  readonly now: () => Date;
  /** First attempt of the latest request for delivery. */
  readonly firstAttemptAt: Date | null;
  /** Number of attempts before the latest request for delivery. */
  readonly triesBefore: number;
  /** The trace that the task belongs to; undefined: none. */
  readonly trace: TraceContext | undefined;
}

export interface DeliveryTry {
  readonly deliveryId: string;
  /** Number of attempts before this one. */
  readonly attempts: number;
  readonly startedAt: Date;
  /** HTTP status of the response, if any. */
  readonly status: number | null;
  readonly error: string | null;
  /** Beginning of the response body. */
  readonly response: string | null;
  readonly state: 'delivered' | 'failed' | 'pending';
  /** When the next attempt is due, while pending. */
  readonly retryAt: Date | undefined;
}

/** The outbox of callbacks. The transaction that ends a task writes the rows. */
export interface DeliveryStore {
  /**
   * Queues a delivery of the task in its current state, to the given receiver or else to the task's
   * own receiver. Undefined when there is no address at all. Throws TaskNotFoundError.
   */
  readonly request: (
    accountId: string,
    taskId: string,
    receiver?: { readonly url: string; readonly secret: ReceiverSecret | null },
  ) => Promise<{ readonly deliveryId: string } | undefined>;
  /** Undefined when this attempt was already made or the delivery is no longer pending. */
  readonly findPending: (
    deliveryId: string,
    attempts: number,
  ) => Promise<PendingDelivery | undefined>;
  /** The JSON body for the current state of the task, with fresh download URLs. */
  readonly writeBody: (delivery: PendingDelivery) => Promise<string>;
  /** Writes an email about the current state of the task. */
  readonly writeMail: (
    delivery: PendingDelivery,
  ) => Promise<{ readonly subject: string; readonly text: string }>;
  /** Requeues an attempt that was not made. */
  readonly postpone: (next: Parameters<typeof queueDelivery>[2]) => Promise<void>;
  /**
   * Records an attempt and queues the next one, if any: both or neither. An attempt that is already
   * recorded is a no-op.
   */
  readonly record: (attempt: DeliveryTry) => Promise<void>;
}

export function createDeliveryStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly storage: ObjectStorage;
  readonly signingSecrets: SigningSecretStore;
  /** Public base URL of this server. */
  readonly publicUrl: string;
}): DeliveryStore {
  const { database, queue, sealer, storage } = dependencies;
  return {
    async request(accountId, taskId, receiver) {
      const own = await findOwnReceiver(database, accountId, taskId);
      const deliveryId = randomUUIDv7();
      const chosen = receiver ? sealReceiver(receiver, deliveryId, sealer) : own;
      if (!chosen) return undefined;
      await database.transaction(async (transaction) => {
        const { rowCount } = await transaction.query(
          'SELECT FROM tasks WHERE id = $1 AND account_id = $2 FOR KEY SHARE',
          [taskId, accountId],
        );
        if (rowCount === 0) throw new TaskNotFoundError(taskId);
        await transaction.query(
          `INSERT INTO callback_deliveries (id, task_id, account_id, url, secret, secret_origin)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [deliveryId, taskId, accountId, chosen.url, chosen.secret, chosen.secretOrigin],
        );
        await queueDelivery(queue, transaction, { deliveryId, attempts: 0 });
      });
      return { deliveryId };
    },

    findPending: (deliveryId, attempts) => findPending(dependencies, deliveryId, attempts),

    writeBody: ({ taskId }) => writeCallbackBody(database, storage, taskId),

    writeMail: ({ taskId, humanWaitId }) =>
      humanWaitId === null
        ? writeTaskMail(database, taskId)
        : writeHumanMail(database, { taskId, humanWaitId, publicUrl: dependencies.publicUrl }),

    postpone: (next) =>
      database.transaction((transaction) => queueDelivery(queue, transaction, next)),

    record: (attempt) => recordTry({ database, queue }, attempt),
  };
}

async function findPending(
  parts: {
    readonly database: Database;
    readonly sealer: Sealer;
    readonly signingSecrets: SigningSecretStore;
  },
  deliveryId: string,
  attempts: number,
): Promise<PendingDelivery | undefined> {
  const row = await parts.database.prisma.callbackDelivery.findUnique({
    where: { id: deliveryId, attempts, state: 'pending' },
    include: { task: { select: { recordingId: true, traceparent: true, tracestate: true } } },
  });
  if (!row) return undefined;
  const { taskId, accountId, url, humanWaitId, firstAttemptAt, triesBefore } = row;
  const owners = { task: taskId, recording: row.task.recordingId, delivery: deliveryId };
  const origin = secretOrigin.parse(row.secretOrigin);
  const context = sealedContext.callbackSecret(origin, owners[origin]);
  const secret = row.secret === null ? null : parts.sealer.unseal(row.secret, context);
  const [signing, now] = await Promise.all([
    parts.signingSecrets.list(accountId),
    readClock(parts.database),
  ]);
  return {
    deliveryId,
    taskId,
    accountId,
    url,
    humanWaitId,
    secret: secret === null ? null : receiverSecret.parse(secret),
    signingSecrets: signing.map(({ secret: text }) => text),
    now,
    firstAttemptAt,
    triesBefore,
    trace: readTraceContext(row.task),
  };
}

async function readClock({ pool }: Database): Promise<() => Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const readAt = performance.now();
  const then = rows[0]?.now.getTime() ?? Number.NaN;
  return () => new Date(then + performance.now() - readAt);
}

async function recordTry(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  attempt: DeliveryTry,
): Promise<void> {
  const { deliveryId, attempts, retryAt } = attempt;
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ is_urgent: boolean }>(
      `UPDATE callback_deliveries SET attempts = attempts + 1, state = $3::delivery_state, last_status = $4, last_error = $5,
         first_attempt_at = coalesce(first_attempt_at, $6::timestamptz), last_attempt_at = $6::timestamptz,
         delivered_at = CASE WHEN $3::delivery_state = 'delivered' THEN clock_timestamp() END, last_response = $7
       WHERE id = $1 AND attempts = $2 AND state = 'pending' RETURNING human_wait_id IS NOT NULL AS is_urgent`,
      [
        deliveryId,
        attempts,
        attempt.state,
        attempt.status,
        attempt.error,
        attempt.startedAt,
        attempt.response,
      ],
    );
    const [recorded] = rows;
    if (!recorded || !retryAt) return;
    const isUrgent = recorded.is_urgent;
    const next = { deliveryId, attempts: attempts + 1, startAfter: retryAt, isUrgent };
    await queueDelivery(queue, transaction, next);
  });
}

interface SealedReceiver {
  readonly url: string;
  readonly secret: string | null;
  readonly secretOrigin: z.infer<typeof secretOrigin>;
}

function sealReceiver(
  { url, secret }: { readonly url: string; readonly secret: ReceiverSecret | null },
  deliveryId: string,
  sealer: Sealer,
): SealedReceiver {
  const context = sealedContext.callbackSecret('delivery', deliveryId);
  return { url, secret: secret && sealer.seal(secret, context), secretOrigin: 'delivery' };
}

/** The task's own address takes precedence over the recording's. Throws TaskNotFoundError. */
async function findOwnReceiver(
  { prisma }: Database,
  accountId: string,
  taskId: string,
): Promise<SealedReceiver | undefined> {
  const select = {
    taskCallbackUrl: true,
    taskCallbackApiKey: true,
    recording: { select: { callbackUrl: true, callbackSecret: true } },
  };
  const task = await getTask(taskId, (id) =>
    prisma.task.findUnique({ where: { accountId, id, kind: 'task' }, select }),
  );
  const { taskCallbackUrl, taskCallbackApiKey, recording } = task;
  if (taskCallbackUrl !== null) {
    return { url: taskCallbackUrl, secret: taskCallbackApiKey, secretOrigin: 'task' };
  }
  const { callbackUrl: url, callbackSecret: secret } = recording;
  return url === null ? undefined : { url, secret, secretOrigin: 'recording' };
}
