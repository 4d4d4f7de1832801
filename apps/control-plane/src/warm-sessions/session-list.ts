import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { SessionBusyError, SessionNotFoundError } from './session-errors.ts';

/** A warm session as operators see it. */
interface ListedSession {
  readonly session_id: string;
  readonly worker_id: string;
  readonly account_id: string;
  readonly account: string;
  readonly portal: string;
  /** Key of the login queue. */
  readonly login_queue: string;
  readonly state: 'busy' | 'idle' | 'closing';
  /** The task that runs in the session; null unless busy. */
  readonly task_id: string | null;
  readonly created_at: Date;
  /** Null while busy. */
  readonly idle_since: Date | null;
}

/** The warm sessions of all accounts, for operators. */
export interface SessionList {
  /** Newest first, at most 1000. */
  readonly list: () => Promise<readonly ListedSession[]>;
  /**
   * Asks the worker to end an idle session. Safe to repeat. Throws SessionNotFoundError, and
   * SessionBusyError for a session in which a task runs.
   */
  readonly close: (sessionId: string) => Promise<void>;
}

export function createSessionList({ pool }: Pick<Database, 'pool'>): SessionList {
  return {
    async list() {
      const { rows } = await pool.query<ListedSession>(
        `SELECT s.id session_id, s.worker_id, a.id account_id, a.name account, p.origin portal, q.key login_queue,
           s.state, s.task_id, s.created_at, s.idle_since
         FROM warm_sessions s JOIN portals p ON p.id = s.portal_id JOIN accounts a ON a.id = p.account_id
         JOIN login_queues q ON q.id = s.login_queue_id ORDER BY s.created_at DESC, s.id LIMIT 1000`,
      );
      return rows;
    },

    async close(sessionId) {
      const { rows } = isUuid(sessionId)
        ? await pool.query<{ task_id: string | null }>(CLOSE, [sessionId])
        : { rows: [] };
      const [found] = rows;
      if (!found) throw new SessionNotFoundError(sessionId);
      if (found.task_id !== null) throw new SessionBusyError(sessionId, found.task_id);
    },
  };
}

/** Rings the bell of the worker, which then learns the new state from a heartbeat. */
const CLOSE = `WITH found AS (SELECT id, state, task_id FROM warm_sessions WHERE id = $1 FOR UPDATE),
    closing AS (UPDATE warm_sessions s SET state = 'closing' FROM found
      WHERE s.id = found.id AND found.state = 'idle' RETURNING s.worker_id),
    rung AS (SELECT count(ring_bell(worker_id)) FROM closing)
  SELECT task_id FROM found, rung`;
