import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Milliseconds since 1970. All clocks of a history are of one machine. */
const at = z.number();
const status = z.enum(['queued', 'allocated', 'running', 'success', 'failed', 'cancelled']);
const taskId = z.uuid();
const epoch = z.int();

/** Written by triggers inside the transaction that they tell of. `id` is the order of events that share a lock. */
const written = { id: z.int(), at, transaction: z.string() };
/** Written by a worker process. */
const byWorker = { at, pid: z.int(), workerId: z.string(), taskId, epoch };

const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    at,
    seed: z.int(),
    engine: z.string(),
    leaseSeconds: z.number(),
  }),
  /** What a client was answered; null: no answer came, so the task may exist or not. `ref` is the client's own name of the task. */
  z.object({
    type: z.literal('submit'),
    at,
    ref: z.string(),
    answer: z.int().nullable(),
    taskId: taskId.nullable(),
    wantsCallback: z.boolean(),
  }),
  z.object({ type: z.literal('cancel'), at, taskId, answer: z.int().nullable() }),
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
    ref: z.string().nullable(),
    loginQueueId: z.int().nullable(),
    portalId: z.int().nullable(),
    status,
    epoch,
    workerId: z.string().nullable(),
    priority: z.int().nullable(),
    sequence: z.int(),
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
  }),
  /** The task as it stands at the end. */
  z.object({ type: z.literal('task'), taskId, ref: z.string().nullable(), status, epoch }),
  z.object({
    type: z.literal('end'),
    at,
    /** Command lines that were left when everything had been stopped. */
    processes: z.array(z.string()),
    /** What the consistency check of the queue counted. */
    queueFaults: z.record(z.string(), z.int()),
  }),
]);

/** One line of a history: what a client, a worker, the database or the destroyer saw. */
export type HistoryLine = z.infer<typeof lineSchema>;
export type LineType = HistoryLine['type'];
export type LineOf<Type extends LineType> = Extract<HistoryLine, { readonly type: Type }>;
export type TaskStatus = LineOf<'task'>['status'];

/** Lines by type; those of the database in its own order. */
export interface History {
  readonly of: <Type extends LineType>(type: Type) => readonly LineOf<Type>[];
  /** What triggers wrote, of the types asked for, in the order of the database. */
  readonly database: <Type extends LineType>(
    ...types: Type[]
  ) => readonly (LineOf<Type> & { readonly id: number })[];
}

export function createHistory(lines: readonly HistoryLine[]): History {
  const of = <Type extends LineType>(type: Type): LineOf<Type>[] =>
    lines.filter((line): line is LineOf<Type> => line.type === type);
  return {
    of,
    database: (...types) =>
      types
        .flatMap((type) => of(type) as (LineOf<typeof type> & { readonly id: number })[])
        .toSorted((one, other) => one.id - other.id),
  };
}

/** Throws naming the line that is not of a history. */
export function readHistory(file: string): readonly HistoryLine[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.flatMap((text, index) =>
    text === '' ? [] : [parseLine(text, `line ${index + 1} of "${file}"`)],
  );
}

export function parseLine(text: string, place: string): HistoryLine {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`There is no line of a history in ${place}: ${text}`, { cause: error });
  }
}

export function writeHistory(file: string, lines: readonly HistoryLine[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export const FINAL: ReadonlySet<TaskStatus> = new Set(['success', 'failed', 'cancelled']);
export const HELD: ReadonlySet<TaskStatus> = new Set(['allocated', 'running']);
