import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { CommandKind } from './debug-session.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

/** Dependencies of session commands. */
export interface CommandNeeds {
  readonly debugSessions: Pick<DebugSessionStore, 'ask'>;
}

/** The part of a client's request that commands need. */
interface CommandRequest {
  readonly params: { readonly session_id: string };
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/** A command, and the member of the request that an error is about. */
interface Command {
  readonly kind: CommandKind;
  readonly body: object;
  readonly member?: string;
}

/** A command mostly idles, waiting for the worker. */
export const HELD_OPEN = { isHeldOpen: true } as const;

/**
 * Runs a command and returns its answer, whose shape the worker's document promises. An error of
 * the command becomes a 422 with its class as the type. Throws what `askSession` throws.
 */
export async function runCommand<Answer extends object>(
  { debugSessions }: CommandNeeds,
  { params, accountId, signal }: CommandRequest,
  { kind, body, member }: Command,
): Promise<Answer> {
  const session = { accountId, sessionId: params.session_id };
  const answered = await debugSessions.ask(session, { kind, body, signal });
  if ('answer' in answered) return answered.answer as Answer;
  const { class: type, message: msg } = answered.error;
  const loc = member === undefined ? ['body'] : ['body', member];
  throw new InvalidRequestError([{ loc, msg, type }]);
}
