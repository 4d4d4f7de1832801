import type { ErrandSchemas, WorkerSchemas } from '@errand/api-types';

/** A session as clients see it, with the names of the API. */
export type DebugSession = ErrandSchemas['DebugSession'];
export type SessionEndReason = ErrandSchemas['SessionEndReason'];
export type SessionState = ErrandSchemas['SessionState'];
export type SessionEvent = ErrandSchemas['SessionEvent'];
export type SessionFailure = WorkerSchemas['SessionFailure'];
/** A command as its worker receives it. */
export type SessionCommand = WorkerSchemas['SessionCommand'];
export type CommandKind = SessionCommand['kind'];
export type StateReport = Pick<
  WorkerSchemas['SessionStateReport'],
  'state' | 'page_url' | 'position' | 'tabs' | 'variables' | 'error'
>;

/** Identifies a session: its account and its id. */
export interface OwnedSession {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A worker's answer, or its error. */
export type CommandAnswer =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly error: SessionFailure };
