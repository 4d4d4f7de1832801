import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { writeTime } from '../task-rows/write-time.ts';
import { DebugSessionNotFoundError } from './debug-session-errors.ts';
import type { DebugSession, OwnedSession, SessionState, StateReport } from './debug-session.ts';
import { IDLE_SINCE } from './await-commands.ts';

const MAX_LISTED = 100;

interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly sealer: Sealer;
}

/** A row with the names of the API, and what the worker has reported. */
type SessionRow = Omit<
  DebugSession,
  'page_url' | 'position' | 'tabs' | 'variables' | 'failure' | 'is_damaged'
> & {
  /** Sealed. */
  readonly shown: string | null;
};

const STATE = `CASE WHEN s.ended_at IS NOT NULL THEN 'ended'
  WHEN t.status <> 'running' OR s.state IS NULL THEN 'opening'
  WHEN s.state = 'ready' AND EXISTS (SELECT FROM session_commands c
    WHERE c.task_id = s.task_id AND c.answered_at IS NULL) THEN 'busy'
  ELSE s.state END`;

const READ = `SELECT s.task_id AS session_id, ${STATE} AS state, s.end_reason,
    CASE WHEN s.end_reason IN ('failed', 'worker_lost', 'deadline') THEN t.error END AS error, s.source, s.shown,
    s.idle_seconds, t.max_timeout_in_minutes AS max_minutes, s.created_by, ${writeTime('s.created_at')} AS created_at,
    ${writeTime('t.started_at')} AS started_at, ${writeTime('s.ended_at')} AS ended_at,
    CASE WHEN s.ended_at IS NULL THEN ${writeTime(`least(
      coalesce(t.started_at, t.allocated_at, s.created_at) + make_interval(mins => t.max_timeout_in_minutes),
      CASE WHEN t.started_at IS NOT NULL AND s.state = 'ready' THEN ${IDLE_SINCE} + make_interval(secs => s.idle_seconds) END)`)}
    END AS expires_at
  FROM debug_sessions s JOIN tasks t ON t.id = s.task_id`;

/** Throws DebugSessionNotFoundError. */
export async function readSession(
  { database, sealer }: Parts,
  { accountId, sessionId }: OwnedSession,
): Promise<DebugSession> {
  const { rows } = isUuid(sessionId)
    ? await database.pool.query<SessionRow>(`${READ} WHERE s.task_id = $1 AND s.account_id = $2`, [
        sessionId,
        accountId,
      ])
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new DebugSessionNotFoundError(sessionId);
  return toSession(sealer, row);
}

/** The newest sessions of the account, at most 100. */
export async function listSessions(
  { database, sealer }: Parts,
  accountId: string,
  state: SessionState | undefined,
): Promise<DebugSession[]> {
  const { rows } = await database.pool.query<SessionRow>(
    `SELECT * FROM (${READ} WHERE s.account_id = $1) session
     WHERE $2::text IS NULL OR state = $2 ORDER BY created_at DESC, session_id DESC LIMIT ${MAX_LISTED}`,
    [accountId, state ?? null],
  );
  return rows.map((row) => toSession(sealer, row));
}

function toSession(sealer: Sealer, { shown, ...row }: SessionRow): DebugSession {
  const report = shown === null ? undefined : openReport(sealer, row.session_id, shown);
  return {
    ...row,
    page_url: report?.page_url ?? null,
    position: report?.position ?? null,
    tabs: report?.tabs ?? [],
    // Workers report lists of values.
    variables: (report?.variables ?? {}) as DebugSession['variables'],
    failure: report?.error ?? null,
    ...(shown !== null && !report && { is_damaged: true }),
  };
}

/**
 * Undefined if no key decrypts it: such a session must not hide the others, and its worker may report
 * its state again.
 */
function openReport(sealer: Sealer, sessionId: string, shown: string): StateReport | undefined {
  try {
    // reportState stores the state in this shape.
    return sealer.unseal(shown, sealedContext.debugSession(sessionId)) as unknown as StateReport;
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    return undefined;
  }
}
