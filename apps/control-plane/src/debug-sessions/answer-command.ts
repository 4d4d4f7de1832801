import type { JsonValue } from '@errand/foundation';
import { hashToken } from '../database/random-token.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { holdLease, IS_HELD } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import type { CommandDependencies } from './ask-session.ts';
import type { CommandAnswer, CommandKind } from './debug-session.ts';
import { dropOldEvents } from './session-events.ts';
import { ringSession } from './watch-session.ts';

/** Stores the answer to a command under a lease, and appends an event to the session's events. */
const ANSWER_COMMAND = `WITH held AS (
    SELECT t.id FROM tasks t WHERE t.id = $1 AND ${IS_HELD} FOR SHARE
  ), answered AS (
    UPDATE session_commands c SET answered_at = clock_timestamp(), request = NULL,
      answer = CASE WHEN NOT c.is_abandoned THEN $6 END
    FROM held WHERE c.task_id = held.id AND c.number = $5 AND c.answered_at IS NULL RETURNING c.task_id
  ), used AS (
    UPDATE debug_sessions s SET active_at = clock_timestamp(), last_event = s.last_event + 1
    FROM answered WHERE s.task_id = answered.task_id RETURNING s.task_id, s.last_event
  ), added AS (
    INSERT INTO session_events (task_id, number, type, data) SELECT task_id, last_event, 'command', $7 FROM used
  )
  SELECT last_event AS last, ${ringSession('answers')}, ${ringSession('events')} FROM used`;

/**
 * Stores the answer to a command for its caller. A repeated answer, or one that is no longer
 * awaited, changes nothing. Throws LeaseLostError, TaskNotFoundError.
 */
export async function answerCommand(
  dependencies: AnswerDependencies,
  holder: LeaseHolder,
  answered: { readonly number: number; readonly answer: CommandAnswer },
): Promise<void> {
  const { database } = dependencies;
  const { taskId } = holder;
  assertTaskId(taskId);
  const kind = await findKind(dependencies, taskId, answered.number);
  const last = kind && (await keepAnswer(dependencies, holder, { ...answered, kind }));
  if (last !== undefined) return dropOldEvents(database.pool, { taskId, last });
  await database.transaction((transaction) => holdLease(transaction, holder, database));
}

type AnswerDependencies = Pick<CommandDependencies, 'database' | 'sealer'>;

/** Undefined if the command is over. */
async function findKind(
  { database }: AnswerDependencies,
  taskId: string,
  number: number,
): Promise<CommandKind | undefined> {
  const { rows } = await database.pool.query<{ kind: CommandKind }>(
    database.prepared(
      'find-session-command',
      'SELECT kind FROM session_commands WHERE task_id = $1 AND number = $2',
      [taskId, number],
    ),
  );
  return rows[0]?.kind;
}

/** Returns the number of the event. Undefined if the command is over or the lease is lost. */
async function keepAnswer(
  { database, sealer }: AnswerDependencies,
  { taskId, workerId, leaseEpoch, leaseSecret }: LeaseHolder,
  { number, kind, answer }: Answered,
): Promise<number | undefined> {
  const context = sealedContext.debugSession(taskId.toLowerCase());
  const error = 'error' in answer ? answer.error.class : null;
  const { rows } = await database.pool.query<{ last: number }>(
    database.prepared('answer-session-command', ANSWER_COMMAND, [
      taskId,
      workerId,
      leaseEpoch,
      hashToken(leaseSecret),
      number,
      // The answer was parsed from JSON.
      sealer.seal(answer as unknown as JsonValue, context),
      sealer.seal({ number, kind, error }, context),
    ]),
  );
  return rows[0]?.last;
}

interface Answered {
  readonly number: number;
  readonly kind: CommandKind;
  readonly answer: CommandAnswer;
}
