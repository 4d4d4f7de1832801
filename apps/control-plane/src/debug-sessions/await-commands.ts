import { openDeadline, type JsonValue } from '@errand/foundation';
import { SealedValueError, type Sealer } from '@errand/secrets';
import { hashToken } from '../database/random-token.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { holdLease, IS_HELD } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import type { CommandDependencies } from './ask-session.ts';
import type { CommandKind, SessionCommand, SessionEndReason } from './debug-session.ts';
import { addEvents } from './session-events.ts';
import { ringSession, watchSession } from './watch-session.ts';

/** How long a session may continue after an operator has drained its worker, in seconds. */
const DRAIN_GRACE_SECONDS = 60;

/** SQL for when session `s` was last used. Control by a person counts as use. */
export const IDLE_SINCE = `greatest(s.active_at, (
  SELECT max(coalesce(v.closed_at, clock_timestamp())) FROM viewers v
  WHERE v.task_id = s.task_id AND v.mode = 'control'))`;

/** SQL for why session `s` should end although nobody has ended it. */
const DUE = `CASE
  WHEN s.closing IS NOT NULL THEN NULL
  WHEN EXISTS (SELECT FROM workers w JOIN tasks t ON t.worker_id = w.id WHERE t.id = s.task_id
    AND (w.drain->>'at')::timestamptz < clock_timestamp() - interval '${DRAIN_GRACE_SECONDS} s') THEN 'worker_drained'
  WHEN s.state = 'ready' AND ${IDLE_SINCE} < clock_timestamp() - make_interval(secs => s.idle_seconds)
    AND NOT EXISTS (SELECT FROM session_commands c WHERE c.task_id = s.task_id AND c.answered_at IS NULL) THEN 'idle'
  END`;

/** The session under a lease, with its open commands. */
const READ_COMMANDS = `SELECT s.closing, ${DUE} AS due, c.number, c.kind, c.request
  FROM tasks t JOIN debug_sessions s ON s.task_id = t.id
  LEFT JOIN session_commands c ON c.task_id = s.task_id AND c.number > $5 AND c.answered_at IS NULL
  WHERE t.id = $1 AND ${IS_HELD} ORDER BY c.number`;

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
  using watched = watchSession(dependencies.bell, {
    sessionId: holder.taskId.toLowerCase(),
    change: 'commands',
  });
  using deadline = openDeadline(wait.signal, wait.waitSeconds * 1_000);
  for (;;) {
    const isLastLook = deadline.signal.aborted || wait.waitSeconds === 0;
    const page = await readCommands(dependencies, holder, wait.after);
    if (page.commands.length > 0 || page.closing || isLastLook) return page;
    await watched.next(deadline.signal);
  }
}

/** One statement unless the session is due to end: the worker reads before and after each command. */
async function readCommands(
  { database, sealer }: Omit<CommandDependencies, 'bell'>,
  holder: LeaseHolder,
  after: number,
): Promise<CommandPage> {
  const { taskId, workerId, leaseEpoch } = holder;
  assertTaskId(taskId);
  const { rows } = await database.pool.query<SessionRow>(
    database.prepared('read-session-commands', READ_COMMANDS, [
      taskId,
      workerId,
      leaseEpoch,
      hashToken(holder.leaseSecret),
      after,
    ]),
  );
  const [session] = rows;
  if (!session || session.due !== null) {
    await database.transaction(async (transaction) => {
      await holdLease(transaction, holder, database);
      await endIfDue(transaction, taskId);
    });
    return readCommands({ database, sealer }, holder, after);
  }
  const commands: SessionCommand[] = [];
  for (const command of rows.filter(isCommand)) {
    try {
      commands.push(openCommand(sealer, taskId, command));
    } catch (error) {
      if (!(error instanceof SealedValueError)) throw error;
      // The commands after it must still reach the worker.
      await refuseCommand({ database, sealer }, taskId, command);
    }
  }
  return { commands, closing: session.closing };
}

/** A session, and one of its open commands if there are any. */
type SessionRow = Ending & { readonly [Name in keyof OpenCommand]: OpenCommand[Name] | null };

function isCommand(row: SessionRow): row is Ending & OpenCommand {
  return row.number !== null;
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

/** Ends a command that cannot be decrypted, without an answer: askSession then throws. */
async function refuseCommand(
  { database, sealer }: Omit<CommandDependencies, 'bell'>,
  taskId: string,
  { number, kind }: OpenCommand,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      `WITH refused AS (
         UPDATE session_commands SET answered_at = clock_timestamp(), request = NULL
         WHERE task_id = $1 AND number = $2 AND answered_at IS NULL RETURNING number)
       SELECT ${ringSession('answers')} FROM refused`,
      [taskId, number],
    );
    if (rowCount === 0) return;
    const data = { number, kind, error: 'stored-secret-damaged' };
    await addEvents(transaction, { taskId, sealer }, [{ type: 'command', data }]);
  });
}

/**
 * Ends the session when it has been unused for its idle time, or when its worker has been draining
 * for a while.
 */
async function endIfDue(transaction: Transaction, taskId: string): Promise<void> {
  // Waits for a command or an end that is being stored, so that the next statement sees it.
  await transaction.query('SELECT FROM debug_sessions WHERE task_id = $1 FOR NO KEY UPDATE', [
    taskId,
  ]);
  const { due } = await readEnding(transaction, taskId);
  if (due === null) return;
  await transaction.query('UPDATE debug_sessions SET closing = $2 WHERE task_id = $1', [
    taskId,
    due,
  ]);
}

interface Ending {
  readonly closing: SessionEndReason | null;
  /** Why the session should end although nobody has ended it. */
  readonly due: SessionEndReason | null;
}

/** Throws TaskNotFoundError. */
async function readEnding(transaction: Transaction, taskId: string): Promise<Ending> {
  const { rows } = await transaction.query<Ending>(
    `SELECT s.closing, ${DUE} AS due FROM debug_sessions s WHERE s.task_id = $1`,
    [taskId],
  );
  const [ending] = rows;
  if (!ending) throw new TaskNotFoundError(taskId);
  return ending;
}
