import { openDeadline, type JsonValue } from '@errand/foundation';
import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Bell } from '../transitions/bell.ts';
import {
  CommandInterruptedError,
  CommandUnfinishedError,
  DebugSessionEndedError,
  DebugSessionNotFoundError,
  PickOpenError,
  TooManyCommandsError,
} from './debug-session-errors.ts';
import type {
  CommandAnswer,
  CommandKind,
  OwnedSession,
  SessionEndReason,
} from './debug-session.ts';
import { ringSession, watchSession } from './watch-session.ts';

const MAX_WAITING = 20;
/** How long a response may wait for a command, in seconds. */
const LONGEST_COMMAND_SECONDS = 120;

export interface CommandDependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly bell: Pick<Bell, 'watch'>;
}

export interface NewCommand {
  readonly kind: CommandKind;
  readonly body: object;
  /** Fires when the client is gone or this process ends; the command continues. */
  readonly signal: AbortSignal;
  /** Default 120. */
  readonly longestSeconds?: number;
}

/**
 * Hands a command to the worker of the session, and returns its answer. One insert and one
 * notification each way, without polling. Throws DebugSessionNotFoundError, DebugSessionEndedError,
 * PickOpenError, TooManyCommandsError, CommandUnfinishedError, CommandInterruptedError,
 * SealedValueError.
 */
export async function askSession(
  dependencies: CommandDependencies,
  session: OwnedSession,
  command: NewCommand,
): Promise<CommandAnswer> {
  const { longestSeconds = LONGEST_COMMAND_SECONDS, signal } = command;
  if (!isUuid(session.sessionId)) throw new DebugSessionNotFoundError(session.sessionId);
  const owned = { ...session, sessionId: session.sessionId.toLowerCase() };
  // Watch before the command is stored, so that its answer cannot be missed.
  using watched = watchSession(dependencies.bell, {
    sessionId: owned.sessionId,
    change: 'answers',
  });
  using deadline = openDeadline(signal, longestSeconds * 1_000);
  const number = await addCommand(dependencies, owned, command);
  while (!deadline.signal.aborted) {
    // Nothing can have answered a command that has just been stored.
    await watched.next(deadline.signal);
    const answer = await takeAnswer(dependencies, owned.sessionId, number);
    if (answer) return answer;
  }
  const abandoned = await abandon(dependencies, owned.sessionId, number);
  if (abandoned.answer) return abandoned.answer;
  if (signal.aborted) throw new CommandInterruptedError(owned.sessionId, number);
  const { isOpening } = abandoned;
  const unfinished = { command: number, seconds: longestSeconds, isOpening };
  throw new CommandUnfinishedError(owned.sessionId, unfinished);
}

/** Cancelling must reach a session that waits for a click, and one with many commands. */
function isUrgent(kind: CommandKind): boolean {
  return kind === 'cancel' || kind === 'cancel_pick';
}

async function addCommand(
  { database, sealer }: CommandDependencies,
  { accountId, sessionId }: OwnedSession,
  { kind, body }: NewCommand,
): Promise<number> {
  // The body was parsed from JSON.
  const sealed = sealer.seal(body as JsonValue, sealedContext.debugSession(sessionId));
  const { rows } = await database.pool.query<{ number: number }>(
    database.prepared(
      'add-session-command',
      `SELECT number, ${ringSession('commands')}
       FROM add_session_command($1, $2, $3, $4, $5, ${MAX_WAITING}) number WHERE number IS NOT NULL`,
      [sessionId, accountId, kind, sealed, isUrgent(kind)],
    ),
  );
  const [added] = rows;
  if (!added) throw await findRefusal(database, { accountId, sessionId });
  return added.number;
}

async function findRefusal(
  { pool }: Database,
  { accountId, sessionId }: OwnedSession,
): Promise<Error> {
  const { rows } = await pool.query<{ reason: SessionEndReason | null; is_picking: boolean }>(
    `SELECT coalesce(end_reason, closing) reason, EXISTS (SELECT FROM session_commands
       WHERE task_id = $1 AND kind = 'pick' AND answered_at IS NULL) is_picking
     FROM debug_sessions WHERE task_id = $1 AND account_id = $2`,
    [sessionId, accountId],
  );
  const [session] = rows;
  if (!session) return new DebugSessionNotFoundError(sessionId);
  if (session.reason) return new DebugSessionEndedError(sessionId, session.reason);
  if (session.is_picking) return new PickOpenError(sessionId);
  return new TooManyCommandsError(sessionId, MAX_WAITING);
}

/** Deletes the answer that it returns. Undefined while there is none. Throws SealedValueError. */
async function takeAnswer(
  { database, sealer }: CommandDependencies,
  sessionId: string,
  number: number,
): Promise<CommandAnswer | undefined> {
  const { rows } = await database.pool.query<{
    answer: string | null;
    is_over: boolean;
    end_reason: SessionEndReason | null;
  }>(
    database.prepared(
      'take-session-answer',
      `WITH taken AS (
         DELETE FROM session_commands WHERE task_id = $1 AND number = $2 AND answered_at IS NOT NULL RETURNING answer)
       SELECT (SELECT answer FROM taken), EXISTS (SELECT FROM taken) is_over, end_reason
       FROM debug_sessions WHERE task_id = $1`,
      [sessionId, number],
    ),
  );
  const [found] = rows;
  if (!found) throw new DebugSessionNotFoundError(sessionId);
  if (found.answer !== null) return openAnswer(sealer, sessionId, found.answer);
  if (found.is_over) {
    const context = sealedContext.debugSession(sessionId);
    throw new SealedValueError(context, `nobody could open command ${number} for its worker.`);
  }
  if (found.end_reason) throw new DebugSessionEndedError(sessionId, found.end_reason);
  return undefined;
}

/** Marks the command, so that its answer is not kept. Returns an answer that has just arrived. */
async function abandon(
  dependencies: CommandDependencies,
  sessionId: string,
  number: number,
): Promise<{ readonly answer?: CommandAnswer | undefined; readonly isOpening: boolean }> {
  const { rows } = await dependencies.database.pool.query<{ is_opening: boolean }>(
    `UPDATE session_commands SET is_abandoned = true
     WHERE task_id = $1 AND number = $2 AND answered_at IS NULL
     RETURNING (SELECT state IS NULL FROM debug_sessions s WHERE s.task_id = $1) is_opening`,
    [sessionId, number],
  );
  const [abandoned] = rows;
  if (abandoned) return { isOpening: abandoned.is_opening };
  return { answer: await takeAnswer(dependencies, sessionId, number), isOpening: false };
}

function openAnswer(sealer: Sealer, sessionId: string, sealed: string): CommandAnswer {
  // answerCommand stores responses in this shape.
  return sealer.unseal(sealed, sealedContext.debugSession(sessionId)) as unknown as CommandAnswer;
}
