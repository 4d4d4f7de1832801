import { z } from 'zod';
import {
  actLine,
  attemptLine,
  eventLine,
  fileLine,
  madeLine,
  requestLine,
  streamLine,
} from './observed-lines.ts';
import { account, at, byWorker, epoch, status, taskId } from './line-fields.ts';

/** Written by triggers inside the recorded transaction. `id` orders events that share a lock. */
const written = { id: z.int(), at, transaction: z.string() };

export const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    at,
    seed: z.int(),
    engine: z.string(),
    leaseSeconds: z.number(),
    /** Slots of all workers together. */
    slots: z.int(),
  }),
  /**
   * The response that a client got. Null: no response, so the task may or may not exist. `ref` is
   * the client's own name for the task.
   */
  z.object({
    type: z.literal('submit'),
    at,
    ref: z.string(),
    account,
    answer: z.int().nullable(),
    taskId: taskId.nullable(),
    wantsCallback: z.boolean(),
    body: z.record(z.string(), z.unknown()),
    answerBody: z.unknown(),
  }),
  z.object({ type: z.literal('cancel'), at, taskId, answer: z.int().nullable() }),
  requestLine,
  fileLine,
  eventLine,
  streamLine,
  actLine,
  madeLine,
  attemptLine,
  /** A fault of the installation, from `at` to `endedAt`. */
  z.object({
    type: z.literal('fault'),
    at,
    endedAt: at,
    kind: z.string(),
    target: z.string(),
  }),
  /**
   * State of a worker process by the kernel: it writes no line after `killed`, and does not run
   * while frozen.
   */
  z.object({
    type: z.literal('process'),
    at,
    pid: z.int(),
    event: z.enum(['killed', 'frozen', 'thawed']),
  }),
  /** A process ended without a fault. */
  z.object({ type: z.literal('crash'), at, text: z.string() }),
  z.object({
    type: z.literal('transition'),
    ...written,
    taskId,
    accountId: z.uuid(),
    ref: z.string().nullable(),
    loginQueueId: z.int().nullable(),
    portalId: z.int().nullable(),
    status,
    epoch,
    workerId: z.string().nullable(),
    priority: z.int().nullable(),
    sequence: z.int(),
    isDedicated: z.boolean(),
  }),
  z.object({ type: z.literal('login-limit'), ...written, loginQueueId: z.int(), limit: z.int() }),
  z.object({
    type: z.literal('portal-limit'),
    ...written,
    portalId: z.int(),
    limit: z.int().nullable(),
  }),
  z.object({
    type: z.literal('session'),
    ...written,
    sessionId: z.uuid(),
    portalId: z.int(),
    loginQueueId: z.int(),
    state: z.enum(['busy', 'idle', 'closing', 'gone']),
    taskId: taskId.nullable(),
  }),
  /** A row that an attempt wrote. `epoch` is the attempt's, or null if the row has none. */
  z.object({
    type: z.literal('write'),
    ...written,
    table: z.string(),
    taskId,
    epoch: epoch.nullable(),
  }),
  /** `ended` is written before the attempt is reported. */
  z.object({
    type: z.literal('execution'),
    ...byWorker,
    phase: z.enum(['began', 'ended']),
    how: z.string().optional(),
  }),
  /**
   * `answer`: the new state of the task, `lost` if the lease was refused, `unanswered` without a
   * response.
   */
  z.object({
    type: z.literal('report'),
    ...byWorker,
    report: z.enum(['complete', 'fail', 'release']),
    answer: z.enum(['success', 'failed', 'queued', 'cancelled', 'lost', 'unanswered']),
    /** Sent by a worker that knew it had lost its lease. */
    isLate: z.boolean(),
  }),
  z.object({
    type: z.literal('callback'),
    at,
    taskId,
    webhookId: z.string(),
    status,
    answered: z.int(),
    /** The client's name for the task, from the callback URL. */
    ref: z.string(),
    /**
     * Whether a signing secret of the account made `webhook-signature`, and its timestamp is
     * current.
     */
    isSigned: z.boolean(),
    apiKey: z.string().nullable(),
    body: z.record(z.string(), z.unknown()),
  }),
  /** The task in its final row. */
  z.object({
    type: z.literal('task'),
    taskId,
    ref: z.string().nullable(),
    status,
    epoch,
    maxRetries: z.int(),
    maxAutomationRetries: z.int(),
  }),
  z.object({
    type: z.literal('end'),
    at,
    /** Command lines of processes left after everything was stopped. */
    processes: z.array(z.string()),
    /** Counts of the queue's consistency check. */
    queueFaults: z.record(z.string(), z.int()),
  }),
]);
