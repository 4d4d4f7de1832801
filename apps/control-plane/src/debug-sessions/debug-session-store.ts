import type { ErrandSchemas } from '@errand/api-types';
import type { LeaseHolder } from '../leases/lease.ts';
import { answerCommand } from './answer-command.ts';
import { askSession, type CommandDependencies, type NewCommand } from './ask-session.ts';
import { awaitCommands, type CommandPage } from './await-commands.ts';
import type {
  CommandAnswer,
  DebugSession,
  OwnedSession,
  SessionState,
  StateReport,
} from './debug-session.ts';
import { endSession } from './end-session.ts';
import { endUnopened } from './end-unopened.ts';
import { openSession, type Opener, type OpeningDependencies } from './open-session.ts';
import { findIgnoredSecrets } from './find-ignored-secrets.ts';
import { listSessions, readSession } from './read-sessions.ts';
import type { NewEvent } from './session-events.ts';
import { reportEvents, reportState } from './report-session.ts';

/**
 * Browsers in which clients try steps. All state is in the database, so a session survives the
 * control plane. Its task holds the lease and the limits; a trigger ends it with the task. An id
 * that is not a UUID or belongs to another account is not found.
 */
export interface DebugSessionStore {
  /** Throws what `openSession` throws. */
  readonly open: (
    opener: Opener,
    request: ErrandSchemas['OpenSessionRequest'],
  ) => Promise<DebugSession>;
  /** Throws DebugSessionNotFoundError. */
  readonly get: (session: OwnedSession) => Promise<DebugSession>;
  /** Newest first, at most 100. */
  readonly list: (accountId: string, state?: SessionState) => Promise<DebugSession[]>;
  /** Safe to repeat. Throws DebugSessionNotFoundError. */
  readonly end: (session: OwnedSession) => Promise<DebugSession>;
  /** Ends sessions of all accounts that waited too long for a worker, and returns their ids. */
  readonly endUnopened: (
    onFailure: (sessionId: string, error: unknown) => void,
  ) => Promise<readonly string[]>;
  /** Hands a command to the worker and returns its answer. Throws what `askSession` throws. */
  readonly ask: (session: OwnedSession, command: NewCommand) => Promise<CommandAnswer>;
  /** Throws what `findIgnoredSecrets` throws. */
  readonly ignoredSecrets: (
    session: OwnedSession,
    automation: ErrandSchemas['Automation'],
  ) => Promise<readonly string[]>;
  /** The methods for workers throw LeaseLostError, TaskNotFoundError. */
  readonly awaitCommands: (
    holder: LeaseHolder,
    wait: { readonly after: number; readonly waitSeconds: number; readonly signal: AbortSignal },
  ) => Promise<CommandPage>;
  readonly answer: (
    holder: LeaseHolder,
    answer: { readonly number: number; readonly answer: CommandAnswer },
  ) => Promise<void>;
  readonly reportState: (holder: LeaseHolder, report: StateReport) => Promise<void>;
  readonly reportEvents: (holder: LeaseHolder, events: readonly NewEvent[]) => Promise<void>;
}

export function createDebugSessionStore(
  parts: OpeningDependencies & CommandDependencies,
): DebugSessionStore {
  const get: DebugSessionStore['get'] = (session) => readSession(parts, session);
  return {
    get,
    async open(opener, request) {
      const sessionId = await openSession(parts, opener, request);
      return get({ accountId: opener.accountId, sessionId });
    },
    list: (accountId, state) => listSessions(parts, accountId, state),
    async end(session) {
      await endSession(parts, session);
      return get(session);
    },
    endUnopened: (onFailure) => endUnopened(parts, onFailure),
    ask: (session, command) => askSession(parts, session, command),
    ignoredSecrets: (session, automation) => findIgnoredSecrets(parts, session, automation),
    awaitCommands: (holder, wait) => awaitCommands(parts, holder, wait),
    answer: (holder, answer) => answerCommand(parts, holder, answer),
    reportState: (holder, report) => reportState(parts, holder, report),
    reportEvents: (holder, events) => reportEvents(parts, holder, events),
  };
}
