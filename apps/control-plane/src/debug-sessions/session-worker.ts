import { openDeadline, type JsonValue } from '@errand/foundation';
import { SealedValueError, type Sealer } from '@errand/secrets';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import type { CommandDependencies } from './ask-session.ts';
import type {
  CommandAnswer,
  CommandKind,
  SessionCommand,
  SessionEndReason,
  StateReport,
} from './debug-session.ts';
import { addEvents, type NewEvent } from './session-events.ts';
import { watchSession } from './watch-session.ts';

/** How long a session may continue after an operator has drained its worker, in seconds. */
const DRAIN_GRACE_SECONDS = 60;

export interface CommandPage {
  readonly commands: readonly SessionCommand[];
  /** Why the session must end now. */
  readonly closing: SessionEndReason | null;
}

/**
 * Returns the open commands after a number as soon as there are any, or why the session must end;
 * neither after `waitSeconds` or when the signal fires. Throws LeaseLostError, TaskNotFoundError.
 */
export async function awaitCommands(
  dependencies: CommandDependencies,
  holder: LeaseHolder,
  wait: { readonly after: number; readonly waitSeconds: number; readonly signal: AbortSignal },
): Promise<CommandPage> {
  using watched = watchSession(dependencies.bell, holder.taskId.toLowerCase());
  using deadline = openDeadline(wait.signal, wait.waitSeconds * 1_000);
  for (;;) {
    const isLastLook = deadline.signal.aborted || wait.waitSeconds === 0;
    const page = await readCommands(dependencies, holder, wait.after);
    if (page.commands.length > 0 || page.closing || isLastLook) return page;
    await watched.next(deadline.signal);
  }
}

async function readCommands(
  { database, sealer }: CommandDependencies,
  holder: LeaseHolder,
  after: number,
): Promise<CommandPage> {
  const { taskId } = holder;
  const { closing, rows } = await database.transaction(async (transaction) => {
    await holdLease(transaction, holder);
    const reason = await findClosing(transaction, taskId);
    const open = await transaction.query<OpenCommand>(
      `SELECT number, kind, request FROM session_commands
       WHERE task_id = $1 AND number > $2 AND answered_at IS NULL ORDER BY number`,
      [taskId, after],
    );
    return { closing: reason, rows: open.rows };
  });
  const commands: SessionCommand[] = [];
  for (const command of rows) {
    try {
      commands.push(openCommand(sealer, taskId, command));
    } catch (error) {
      if (!(error instanceof SealedValueError)) throw error;
      // The commands after it must still reach the worker.
      await refuseCommand({ database, sealer }, taskId, command);
    }
  }
  return { commands, closing };
}

interface OpenCommand {
  readonly number: number;
  readonly kind: CommandKind;
  readonly request: string;
}

/** Throws SealedValueError. */
function openCommand(
  sealer: Sealer,
  taskId: string,
  { number, kind, request }: OpenCommand,
): SessionCommand {
  const context = sealedContext.debugSession(taskId.toLowerCase());
  // askSession sealed the body as an object.
  const body = sealer.unseal(request, context) as Record<string, JsonValue>;
  return { number, kind, body };
}

/** Ends a command that cannot be opened, without an answer: askSession then throws. */
async function refuseCommand(
  { database, sealer }: Omit<CommandDependencies, 'bell'>,
  taskId: string,
  { number, kind }: OpenCommand,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      `UPDATE session_commands SET answered_at = clock_timestamp(), request = NULL
       WHERE task_id = $1 AND number = $2 AND answered_at IS NULL`,
      [taskId, number],
    );
    if (rowCount === 0) return;
    const data = { number, kind, error: 'stored-secret-damaged' };
    await addEvents(transaction, { taskId, sealer }, [{ type: 'command', data }]);
  });
}

/**
 * Returns why the session ends. Ends it here when it has been unused for its idle time, or when its
 * worker has been draining for a while.
 */
async function findClosing(
  transaction: Transaction,
  taskId: string,
): Promise<SessionEndReason | null> {
  const { closing, due } = await readState(transaction, taskId);
  if (due === null) return closing;
  // A command or an end that is being stored has the row; the next statement sees it.
  await transaction.query('SELECT FROM debug_sessions WHERE task_id = $1 FOR NO KEY UPDATE', [
    taskId,
  ]);
  const now = await readState(transaction, taskId);
  if (now.due === null) return now.closing;
  await transaction.query('UPDATE debug_sessions SET closing = $2 WHERE task_id = $1', [
    taskId,
    now.due,
  ]);
  return now.due;
}

/** `due` is why the session should end although nobody has ended it. Throws TaskNotFoundError. */
async function readState(transaction: Transaction, taskId: string) {
  const { rows } = await transaction.query<{
    closing: SessionEndReason | null;
    due: SessionEndReason | null;
  }>(
    `SELECT s.closing, CASE
       WHEN s.closing IS NOT NULL THEN NULL
       WHEN EXISTS (SELECT FROM workers w JOIN tasks t ON t.worker_id = w.id WHERE t.id = s.task_id
         AND (w.drain->>'at')::timestamptz < clock_timestamp() - interval '${DRAIN_GRACE_SECONDS} s') THEN 'worker_drained'
       WHEN s.state = 'ready' AND ${IDLE_SINCE} < clock_timestamp() - make_interval(secs => s.idle_seconds)
         AND NOT EXISTS (SELECT FROM session_commands c WHERE c.task_id = s.task_id AND c.answered_at IS NULL) THEN 'idle'
       END AS due
     FROM debug_sessions s WHERE s.task_id = $1`,
    [taskId],
  );
  const [state] = rows;
  if (!state) throw new TaskNotFoundError(taskId);
  return state;
}

/** SQL for the time since which session `s` has been unused. Control by a person counts as use. */
export const IDLE_SINCE = `greatest(s.active_at, (
  SELECT max(coalesce(v.closed_at, clock_timestamp())) FROM viewers v
  WHERE v.task_id = s.task_id AND v.mode = 'control'))`;

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
    await holdLease(transaction, holder);
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

/**
 * Keeps the answer to a command for the caller. A repeated answer, or one that is no longer
 * awaited, changes nothing. Throws LeaseLostError, TaskNotFoundError.
 */
export async function answerCommand(
  { database, sealer }: CommandDependencies,
  holder: LeaseHolder,
  { number, answer }: { readonly number: number; readonly answer: CommandAnswer },
): Promise<void> {
  const { taskId } = holder;
  const context = sealedContext.debugSession(taskId.toLowerCase());
  // The answer was parsed from JSON.
  const sealed = sealer.seal(answer as unknown as JsonValue, context);
  await database.transaction(async (transaction) => {
    await holdLease(transaction, holder);
    const { rows } = await transaction.query<{ kind: CommandKind }>(
      `WITH answered AS (
         UPDATE session_commands SET answered_at = clock_timestamp(), request = NULL,
           answer = CASE WHEN NOT is_abandoned THEN $3 END
         WHERE task_id = $1 AND number = $2 AND answered_at IS NULL RETURNING kind
       ), used AS (
         UPDATE debug_sessions SET active_at = clock_timestamp() WHERE task_id = $1 AND EXISTS (SELECT FROM answered)
       )
       SELECT kind FROM answered`,
      [taskId, number, sealed],
    );
    const [command] = rows;
    if (!command) return;
    const error = 'error' in answer ? answer.error.class : null;
    const data = { number, kind: command.kind, error };
    await addEvents(transaction, { taskId, sealer }, [{ type: 'command', data }]);
  });
}

/** Appends to the events of the session. Throws LeaseLostError, TaskNotFoundError. */
export async function reportEvents(
  { database, sealer }: CommandDependencies,
  holder: LeaseHolder,
  events: readonly NewEvent[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await holdLease(transaction, holder);
    await addEvents(transaction, { taskId: holder.taskId, sealer }, events);
  });
}
