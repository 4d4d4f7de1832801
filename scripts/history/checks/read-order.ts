import { z } from 'zod';
import type { History, LineOf, TaskStatus } from '../history.ts';
import type { Violation } from '../violation.ts';

/**
 * A change becomes visible when its transaction commits, after its trigger ran; later on a busy
 * machine.
 */
const COMMIT_TOLERANCE_MS = 10_000;

const answerSchema = z.object({ task: z.object({ status: z.string() }) });

interface Change {
  readonly status: TaskStatus;
  readonly at: number;
}

/**
 * A read shows a state that the task had during the read, and later reads never show an earlier
 * state. A state can occur twice (queued), so each read counts for the latest time that fits. This
 * gives no false violations.
 */
export function checkReadOrder(history: History): Violation[] {
  const changes = Map.groupBy(history.database('transition'), ({ taskId }) => taskId);
  const reads = history
    .of('request')
    .filter(({ operation, answer }) => answer === 200 && isRead(operation))
    .filter(({ account, owner }) => account === owner);
  return [...Map.groupBy(reads, ({ taskId }) => taskId)].flatMap(([taskId, ofTask]) =>
    checkReads(changes.get(taskId ?? '') ?? [], ofTask),
  );
}

function isRead(operation: LineOf<'request'>['operation']): boolean {
  return operation === 'read' || operation === 'status';
}

function checkReads(changes: readonly Change[], reads: readonly LineOf<'request'>[]): Violation[] {
  const ordered = reads.toSorted((one, other) => one.at - other.at);
  return ordered.flatMap((read) => {
    const status = statusOf(read);
    const before = ordered.filter(
      (earlier) =>
        earlier.at < read.sentAt && lastPlace(changes, statusOf(earlier), earlier) !== -1,
    );
    const floor = Math.max(0, ...before.map((earlier) => firstPlace(changes, statusOf(earlier))));
    const place = lastPlace(changes, status, read);
    if (place >= floor) return [];
    const rule = place === -1 ? 'read-wrong' : 'read-back';
    const text = `Task ${read.taskId} was read as ${status} at ${read.at}, when its states were ${changes.map((change) => `${change.status} at ${change.at}`).join(', ')}.`;
    return [{ rule, text }];
  });
}

function statusOf({ answerBody }: LineOf<'request'>): string {
  return answerSchema.parse(answerBody).task.status;
}

function firstPlace(changes: readonly Change[], status: string): number {
  return changes.findIndex((change) => change.status === status);
}

/**
 * Returns the index of the last change to the status that had begun when the response arrived and
 * had not clearly ended when the read was sent, or else -1.
 */
function lastPlace(
  changes: readonly Change[],
  status: string,
  { sentAt, at }: { readonly sentAt: number; readonly at: number },
): number {
  return changes.findLastIndex((change, index) => {
    const endedAt = (changes[index + 1]?.at ?? Infinity) + COMMIT_TOLERANCE_MS;
    return change.status === status && change.at <= at + 1 && endedAt >= sentAt;
  });
}
