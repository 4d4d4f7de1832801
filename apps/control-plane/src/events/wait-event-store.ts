import type { PrismaClient } from '../database/generated/client.ts';
import type { EventPosition } from './event-position.ts';
import { toResumedEvent, toWaitingEvent, type WaitRow } from './event-wire.ts';
import type { Entry } from './event-entry.ts';

/** Events of waits for a person after the position, oldest first. */
export async function findWaits(
  prisma: PrismaClient,
  taskId: string,
  position: EventPosition,
): Promise<Entry[]> {
  const rows = await prisma.humanWait.findMany({
    where: { taskId, number: { gte: Math.ceil(position.wait / 2) } },
    orderBy: { number: 'asc' },
    omit: { variables: true },
  });
  return rows
    .flatMap(entriesOf)
    .filter(({ moves }) => moves.wait !== undefined && moves.wait > position.wait);
}

function entriesOf(row: WaitRow & { readonly number: number; readonly outcome: string | null }) {
  const { leaseEpoch: attempt, startedAt, endedAt } = row;
  const began: Entry = {
    attempt,
    order: 0,
    at: startedAt,
    moves: { wait: 2 * row.number - 1 },
    content: { event: 'waiting_for_human', data: toWaitingEvent(row) },
  };
  if (row.outcome !== 'resumed' || !endedAt) return [began];
  const resumed: Entry = {
    attempt,
    order: 0,
    at: endedAt,
    moves: { wait: 2 * row.number },
    content: { event: 'resumed', data: toResumedEvent(row, endedAt) },
  };
  return [began, resumed];
}

/**
 * Inserts each wait before the first step of its attempt that ended later; keeps the order of the
 * steps.
 */
export function mergeWaits(steps: readonly Entry[], waits: readonly Entry[]): readonly Entry[] {
  const merged = [...steps];
  for (const wait of waits) {
    const place = merged.findIndex(
      ({ attempt, at }) => attempt > wait.attempt || (attempt === wait.attempt && at > wait.at),
    );
    merged.splice(place === -1 ? merged.length : place, 0, wait);
  }
  return merged;
}
