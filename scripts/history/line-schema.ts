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

/** Written by triggers inside the transaction that they tell of. `id` is the order of events that share a lock. */
const written = { id: z.int(), at, transaction: z.string() };

export const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    at,
    seed: z.int(),
    engine: z.string(),
    leaseSeconds: z.number(),
    /** Tasks that all workers together run at once. */
    slots: z.int(),
  }),
  /** What a client was answered; null: no answer came, so the task may exist or not. `ref` is the client's own name of the task. */
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
  /** What was done to the installation, from `at` to `endedAt`. */
  z.object({
    type: z.literal('fault'),
    at,
    endedAt: at,
    kind: z.string(),
    target: z.string(),
  }),
  /** The kernel's word on a worker process: no line of it can follow `killed`, and nothing runs while it is frozen. */
  z.object({
    type: z.literal('process'),
    at,
    pid: z.int(),
    event: z.enum(['killed', 'frozen', 'thawed']),
  }),
  /** A process ended that nobody had touched. */
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
  /** A row that an attempt left; `epoch` is the attempt's own, null when the row does not tell. */
  z.object({
    type: z.literal('write'),
    ...written,
    table: z.string(),
    taskId,
    epoch: epoch.nullable(),
  }),
  /** `ended` comes before the attempt is reported. */
  z.object({
    type: z.literal('execution'),
    ...byWorker,
    phase: z.enum(['began', 'ended']),
    how: z.string().optional(),
  }),
  /** `answer`: where the task went, `lost` when the lease was refused, `unanswered` when nobody spoke. */
  z.object({
    type: z.literal('report'),
    ...byWorker,
    report: z.enum(['complete', 'fail', 'release']),
    answer: z.enum(['success', 'failed', 'queued', 'cancelled', 'lost', 'unanswered']),
    /** Sent by a worker that knew its lease to be lost. */
    isLate: z.boolean(),
  }),
  z.object({
    type: z.literal('callback'),
    at,
    taskId,
    webhookId: z.string(),
    status,
    answered: z.int(),
    /** The client's name of the task in the address to which it came. */
    ref: z.string(),
    /** Whether `webhook-signature` is one by a signing secret of the account, and its time is the present. */
    isSigned: z.boolean(),
    apiKey: z.string().nullable(),
    body: z.record(z.string(), z.unknown()),
  }),
  /** The task as it stands at the end. */
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
    /** Command lines that were left when everything had been stopped. */
    processes: z.array(z.string()),
    /** What the consistency check of the queue counted. */
    queueFaults: z.record(z.string(), z.int()),
  }),
]);
