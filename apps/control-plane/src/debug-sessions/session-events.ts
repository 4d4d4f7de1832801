import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import type { SessionEvent } from './debug-session.ts';
import { ringSession } from './watch-session.ts';

const MAX_KEPT = 2_000;

export interface NewEvent {
  readonly type: SessionEvent['event'];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Appends events in the caller's transaction and deletes the oldest. Throws TaskNotFoundError. */
export async function addEvents(
  transaction: Transaction,
  { taskId, sealer }: { readonly taskId: string; readonly sealer: Sealer },
  events: readonly NewEvent[],
): Promise<void> {
  const context = sealedContext.debugSession(taskId.toLowerCase());
  // Locks the session's row to order the events of concurrent requests.
  const { rows } = await transaction.query<{ last: number }>(
    `WITH numbered AS (
       UPDATE debug_sessions SET last_event = last_event + cardinality($2::text[])
       WHERE task_id = $1 RETURNING last_event
     ), added AS (
       INSERT INTO session_events (task_id, number, type, data)
       SELECT $1, n.last_event - cardinality($2::text[]) + e.place, e.type, e.data
       FROM numbered n, unnest($2::text[], $3::text[]) WITH ORDINALITY e(type, data, place)
     )
     SELECT last_event AS last, ${ringSession('events')} FROM numbered`,
    [
      taskId,
      events.map(({ type }) => type),
      events.map(({ data }) => sealer.seal(data as JsonValue, context)),
    ],
  );
  const [added] = rows;
  if (!added) throw new TaskNotFoundError(taskId);
  await dropOldEvents(transaction, { taskId, last: added.last });
}

/** Deletes the oldest events, if there are too many. */
export async function dropOldEvents(
  database: Pick<Transaction, 'query'>,
  { taskId, last }: { readonly taskId: string; readonly last: number },
): Promise<void> {
  if (last <= MAX_KEPT) return;
  await database.query('DELETE FROM session_events WHERE task_id = $1 AND number <= $2', [
    taskId,
    last - MAX_KEPT,
  ]);
}
