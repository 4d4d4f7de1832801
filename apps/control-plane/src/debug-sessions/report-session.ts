import type { JsonValue } from '@errand/foundation';
import { sealedContext } from '../database/sealed-context.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import type { CommandDependencies } from './ask-session.ts';
import type { StateReport } from './debug-session.ts';
import { addEvents, type NewEvent } from './session-events.ts';

/** Replaces what the session shows. Throws LeaseLostError, TaskNotFoundError. */
export async function reportState(
  { database, sealer }: CommandDependencies,
  holder: LeaseHolder,
  report: StateReport,
): Promise<void> {
  const { taskId } = holder;
  const { state, ...shown } = report;
  const context = sealedContext.debugSession(taskId.toLowerCase());
  await database.transaction(async (transaction) => {
    await holdLease(transaction, holder, database);
    const { rowCount } = await transaction.query(
      `UPDATE debug_sessions SET state = $2, shown = $3, active_at = coalesce(active_at, clock_timestamp())
       WHERE task_id = $1`,
      [taskId, state, sealer.seal(shown as JsonValue, context)],
    );
    if (rowCount === 0) throw new TaskNotFoundError(taskId);
    const { page_url = null, position = null } = shown;
    const event = { type: 'state', data: { state, page_url, position } } as const;
    await addEvents(transaction, { taskId, sealer }, [event]);
  });
}

/** Appends to the events of the session. Throws LeaseLostError, TaskNotFoundError. */
export async function reportEvents(
  { database, sealer }: CommandDependencies,
  holder: LeaseHolder,
  events: readonly NewEvent[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await holdLease(transaction, holder, database);
    await addEvents(transaction, { taskId: holder.taskId, sealer }, events);
  });
}
