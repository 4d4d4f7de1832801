import { z } from 'zod';
import { account, at, byWorker, epoch, status, taskId } from './line-fields.ts';

/** A client's request about an accepted task. `at` is when its response arrived or was given up. */
export const requestLine = z.object({
  type: z.literal('request'),
  at,
  sentAt: at,
  operation: z.enum(['read', 'status', 'downloads', 'list', 'resume']),
  /**
   * The requester and the owner of the task. They differ when a client tries to read another's
   * task.
   */
  account,
  owner: account,
  /** Null for a list of all tasks of the account. */
  taskId: taskId.nullable(),
  /** Whether the request was sent after everything had settled. */
  isFinal: z.boolean(),
  /** Null: no response. */
  answer: z.int().nullable(),
  answerBody: z.unknown(),
});

/** A file that a client downloaded after everything had settled. */
export const fileLine = z.object({
  type: z.literal('file'),
  at,
  taskId,
  filename: z.string(),
  answer: z.int().nullable(),
  /** SHA-256 in hexadecimal digits. */
  hash: z.string().nullable(),
});

/** An event that a follower of a task received, over any number of connections. */
export const eventLine = z.object({
  type: z.literal('event'),
  at,
  taskId,
  event: z.string(),
  attempt: z.int(),
  /** Set for a status event. */
  status: status.nullable(),
  /** Set for a step. */
  sequence: z.int().nullable(),
});

/** The stream of a task ended: after its final status, or because the follower gave up. */
export const streamLine = z.object({ type: z.literal('stream'), at, taskId, isWhole: z.boolean() });

/** An act on the site: a page with a unique token acts for the client's name of a task. */
export const actLine = z.object({
  type: z.literal('act'),
  at,
  ref: z.string(),
  token: z.string(),
  phase: z.enum(['began', 'ended']),
  /** Null if a real browser acts, which does not know these values. */
  pid: z.int().nullable(),
  epoch: epoch.nullable(),
});

/**
 * What an attempt is about to report: output, number of steps, and files by name with their
 * SHA-256.
 */
export const madeLine = z.object({
  type: z.literal('made'),
  ...byWorker,
  output: z.array(z.unknown()),
  steps: z.int(),
  files: z.record(z.string(), z.string()),
});

/** An attempt in its final row. */
export const attemptLine = z.object({
  type: z.literal('attempt'),
  taskId,
  epoch,
  workerId: z.string(),
  outcome: z.string().nullable(),
});
