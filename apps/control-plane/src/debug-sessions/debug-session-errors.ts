import { DomainError } from '../http/domain-error.ts';
import type { SessionEndReason } from './debug-session.ts';

export class DebugSessionNotFoundError extends DomainError {
  readonly code = 'debug-session-not-found';
  readonly status = 404;

  constructor(sessionId: string) {
    super(`There is no debug session "${sessionId}".`);
  }
}

/** A command for a session that has ended, or that is about to end. */
export class DebugSessionEndedError extends DomainError {
  readonly code = 'debug-session-ended';
  readonly status = 409;

  constructor(sessionId: string, reason: SessionEndReason) {
    super(`The debug session "${sessionId}" has ended (${reason}): open another one.`);
  }
}

/** The account has reached its limit of open sessions. */
export class DebugSessionLimitError extends DomainError {
  readonly code = 'debug-session-limit';
  readonly status = 409;

  constructor(open: readonly string[], limit: number) {
    const [first] = open;
    const end =
      first === undefined
        ? ''
        : `end one first (errand sessions end ${first}, or DELETE /api/v1/sessions/${first}), or `;
    super(
      `The account has ${open.length} of ${limit} debug sessions open: ${end}ask the operator for more (errand admin quotas set ACCOUNT --debug-sessions N).`,
    );
  }
}

/** The session is waiting for a person's click. */
export class PickOpenError extends DomainError {
  readonly code = 'pick-open';
  readonly status = 409;

  constructor(sessionId: string) {
    super(
      `The debug session "${sessionId}" is waiting for a click: make it, or cancel it with DELETE /api/v1/sessions/${sessionId}/pick.`,
    );
  }
}

export class TooManyCommandsError extends DomainError {
  readonly code = 'too-many-commands';
  readonly status = 409;

  constructor(sessionId: string, limit: number) {
    super(
      `${limit} commands of the debug session "${sessionId}" are waiting: send the next one when they have ended.`,
    );
  }
}

interface UnfinishedCommand {
  readonly command: number;
  readonly seconds: number;
  /** Whether the session was not ready yet. */
  readonly isOpening: boolean;
}

/** The command runs longer than a response may take, and continues. */
export class CommandUnfinishedError extends DomainError {
  readonly code = 'command-unfinished';
  readonly status = 504;

  constructor(sessionId: string, { command, seconds, isOpening }: Readonly<UnfinishedCommand>) {
    const what = isOpening
      ? `Command ${command} has not begun within ${seconds} seconds, because the session is still opening: a worker with a free slot has to take it. The command begins when the session is ready`
      : `Command ${command} has not ended within ${seconds} seconds and continues`;
    super(
      `${what}: its end is an event of the session (GET /api/v1/sessions/${sessionId}/events).`,
    );
  }
}

/** This process shuts down while a command runs. Another process still serves the session. */
export class CommandInterruptedError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor(sessionId: string, command: number) {
    super(
      `The server restarts. Command ${command} continues: read GET /api/v1/sessions/${sessionId} before you send it again.`,
    );
  }
}
