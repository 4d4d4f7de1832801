import { z } from 'zod';
import { account, at, byWorker, epoch, status, taskId } from './line-fields.ts';

/** A request of a client about a task that was accepted; `at` is when its answer came or was given up. */
export const requestLine = z.object({
  type: z.literal('request'),
  at,
  sentAt: at,
  operation: z.enum(['read', 'status', 'downloads', 'list', 'resume']),
  /** Who asks, and whose the task is: they differ when a client tries to see what is not its own. */
  account,
  owner: account,
  /** Null for a list of all tasks of the account. */
  taskId: taskId.nullable(),
  /** Sent after everything had settled. */
  isFinal: z.boolean(),
  /** Null: no answer came. */
  answer: z.int().nullable(),
  answerBody: z.unknown(),
});

/** A file that a client downloaded when everything had settled. */
export const fileLine = z.object({
  type: z.literal('file'),
  at,
  taskId,
  filename: z.string(),
  answer: z.int().nullable(),
  /** SHA-256 in hexadecimal digits. */
  hash: z.string().nullable(),
});

/** What a follower of a task was told, over as many connections as it took. */
export const eventLine = z.object({
  type: z.literal('event'),
  at,
  taskId,
  event: z.string(),
  attempt: z.int(),
  /** Of a status event. */
  status: status.nullable(),
  /** Of a step. */
  sequence: z.int().nullable(),
});

/** The stream of a task ended: after its final status, or because the follower gave up. */
export const streamLine = z.object({ type: z.literal('stream'), at, taskId, isWhole: z.boolean() });

/** What the automated site saw: a page of its own token that acts for the client's name of a task. */
export const actLine = z.object({
  type: z.literal('act'),
  at,
  ref: z.string(),
  token: z.string(),
  phase: z.enum(['began', 'ended']),
  /** Null when a real browser acts, which does not know them. */
  pid: z.int().nullable(),
  epoch: epoch.nullable(),
});

/** What an attempt is about to report: output, number of steps, and files by name with their SHA-256. */
export const madeLine = z.object({
  type: z.literal('made'),
  ...byWorker,
  output: z.array(z.unknown()),
  steps: z.int(),
  files: z.record(z.string(), z.string()),
});

/** An attempt as it stands in the database at the end. */
export const attemptLine = z.object({
  type: z.literal('attempt'),
  taskId,
  epoch,
  workerId: z.string(),
  outcome: z.string().nullable(),
});
