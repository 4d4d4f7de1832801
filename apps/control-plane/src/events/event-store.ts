import { INSPECTED_KINDS } from '../task-rows/inspected-kinds.ts';
import type { Database } from '../database/connect-database.ts';
import type { Prisma } from '../database/generated/client.ts';
import type { Entry } from './event-entry.ts';
import { type EventPosition, PHASE, writePosition } from './event-position.ts';
import { toFileEvent, toStatusEvent, toStepEvent } from './event-wire.ts';
import { findWaits, mergeWaits } from './wait-event-store.ts';
import type { StatusChange, StatusHistory } from './status-history.ts';
import type { TaskEvent } from './task-event.ts';

/** Steps read per batch. */
const MAX_READ = 500;

export interface EventReader {
  /**
   * Events after the position, in order; empty when there is nothing new. Advances the position.
   */
  readonly read: (history: StatusHistory) => Promise<readonly TaskEvent[]>;
  /** Whether more can be read immediately. */
  readonly hasMore: () => boolean;
}

/**
 * Reads the events of a task after a position. The history must be read before steps and files, so
 * that everything before one of its changes is already committed.
 */
export function createEventReader(
  { prisma }: Database,
  taskId: string,
  after: EventPosition,
): EventReader {
  let position = after;
  let hasMore = false;
  const write = ({ moves, content }: Entry): TaskEvent => {
    position = { ...position, ...moves };
    return { id: writePosition(position), ...content };
  };
  return {
    hasMore: () => hasMore,
    async read({ changes }) {
      const steps = await findSteps(prisma, taskId, { position, changes });
      hasMore = steps.length === MAX_READ;
      const files = hasMore ? [] : await findFiles(prisma, taskId, position);
      const waits = hasMore ? [] : await findWaits(prisma, taskId, position);
      const statuses = findStatuses(taskId, { position, changes });
      // The end of an attempt must follow its last step.
      const upTo = hasMore ? (steps.at(-1)?.attempt ?? 0) : Infinity;
      // The attempt may have begun after the history was read: its start must come first.
      const begun = new Set(
        changes.filter(({ phase }) => phase >= PHASE.running).map(({ attempt }) => attempt),
      );
      const acts = mergeWaits(steps, waits).filter(({ attempt }) => begun.has(attempt));
      return [...statuses, ...acts, ...files]
        .toSorted((a, b) => a.attempt - b.attempt || a.order - b.order)
        .filter(({ attempt, order }) => attempt < upTo || (attempt === upTo && order < 1))
        .map((entry) => write(entry));
    },
  };
}

interface ReadFrom {
  readonly position: EventPosition;
  readonly changes: readonly StatusChange[];
}

function findStatuses(taskId: string, { position, changes }: ReadFrom): Entry[] {
  return changes
    .filter((change) => isBehind(change, position))
    .map((change) => ({
      attempt: change.attempt,
      order: change.phase < PHASE.ended ? -1 : 1,
      at: change.at,
      moves: { attempt: change.attempt, phase: change.phase },
      content: { event: 'status', data: toStatusEvent(taskId, change) },
    }));
}

function isBehind({ attempt, phase }: StatusChange, position: EventPosition): boolean {
  return attempt > position.attempt || (attempt === position.attempt && phase > position.phase);
}

async function findSteps(
  prisma: Database['prisma'],
  taskId: string,
  { position, changes }: ReadFrom,
): Promise<Entry[]> {
  const rows = await prisma.step.findMany({
    where: { taskId, OR: behindStep(position) },
    orderBy: [{ leaseEpoch: 'asc' }, { sequence: 'asc' }],
    take: MAX_READ,
    omit: { taskId: true, screenshotArtifactId: true },
  });
  const ended = changes.filter(({ phase }) => phase === PHASE.ended);
  const endedAttempts = new Set(ended.map(({ attempt }) => attempt));
  return withoutGaps(rows, position, endedAttempts).map((row) => ({
    attempt: row.leaseEpoch,
    order: 0,
    at: new Date(row.startedAt.getTime() + row.durationMs),
    moves: { stepAttempt: row.leaseEpoch, step: row.sequence },
    content: { event: 'step', data: toStepEvent(row) },
  }));
}

/** Later confirmations have later times, so no file is skipped or sent twice. */
async function findFiles(
  prisma: Database['prisma'],
  taskId: string,
  { fileAt, file: sent }: EventPosition,
): Promise<Entry[]> {
  const last = new Date(fileAt);
  const rows = await prisma.artifact.findMany({
    where: { taskId, kind: { notIn: [...INSPECTED_KINDS] }, confirmedAt: { gte: last } },
    orderBy: [{ confirmedAt: 'asc' }, { sequence: 'asc' }],
  });
  let at = NaN;
  let file = 0;
  return rows.flatMap((row) => {
    const confirmedAt = row.confirmedAt ?? row.createdAt;
    file = confirmedAt.getTime() === at ? file + 1 : 1;
    at = confirmedAt.getTime();
    if (at === fileAt && file <= sent) return [];
    return {
      attempt: row.leaseEpoch,
      order: 0,
      moves: { fileAt: at, file },
      at: confirmedAt,
      content: { event: 'file', data: toFileEvent(row) },
    };
  });
}

function behindStep({ stepAttempt, step }: EventPosition): Prisma.StepWhereInput[] {
  return [{ leaseEpoch: { gt: stepAttempt } }, { leaseEpoch: stepAttempt, sequence: { gt: step } }];
}

type StepRow = Prisma.StepGetPayload<{ omit: { taskId: true; screenshotArtifactId: true } }>;

/** A step missing in a running attempt is still in flight: hold back the steps after it. */
function withoutGaps(
  rows: readonly StepRow[],
  { stepAttempt, step }: EventPosition,
  endedAttempts: ReadonlySet<number>,
): readonly StepRow[] {
  let attempt = stepAttempt;
  let last = step;
  const gap = rows.findIndex((row) => {
    if (row.leaseEpoch !== attempt) last = -1;
    attempt = row.leaseEpoch;
    const isGap = row.sequence !== last + 1 && !endedAttempts.has(attempt);
    last = row.sequence;
    return isGap;
  });
  return gap === -1 ? rows : rows.slice(0, gap);
}
