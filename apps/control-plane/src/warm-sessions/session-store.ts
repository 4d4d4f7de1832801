import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { rethrow, tryEach } from '../database/try-each.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';

export interface RenewedSession {
  readonly sessionId: string;
  /** `closing` and `lost`: the worker ends the browser, then reports it. */
  readonly state: 'held' | 'closing' | 'lost';
}

/**
 * Browsers that stay logged in between dedicated tasks. A claim creates a session, and the end of
 * an attempt keeps or drops it; this store handles sessions without a task.
 */
export interface SessionStore {
  /**
   * Renews the given sessions of the worker for another lease time. Returns them in the given
   * order.
   */
  renew: (workerId: string, sessionIds: readonly string[]) => Promise<readonly RenewedSession[]>;
  /**
   * Drops a session of the worker without a task, because its browser is gone. Ignores any other
   * id. Safe to repeat.
   */
  end: (workerId: string, sessionId: string) => Promise<void>;
  /**
   * Asks workers to end the sessions that have been idle for at least `idleSeconds` and returns how
   * many. This includes a session whose worker has no slot for its permit: any worker can then use
   * the permit.
   */
  closeIdle: (idleSeconds: number) => Promise<number>;
  /**
   * Drops the sessions that expired at least `pardonSeconds` ago (default 0) and returns their ids.
   * `onFailure` is called for a session that cannot be dropped yet; the others are still dropped.
   * Default: throws the error.
   */
  dropLost: (
    pardonSeconds?: number,
    onFailure?: (sessionId: string, error: unknown) => void,
  ) => Promise<readonly string[]>;
}

export function createSessionStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly leaseSeconds: number;
}): SessionStore {
  const { database, leaseSeconds } = dependencies;
  return {
    renew: (workerId, sessionIds) =>
      renewSessions(database, { workerId, leaseSeconds }, sessionIds),

    async end(workerId, sessionId) {
      if (isUuid(sessionId)) await endSession(dependencies, { id: sessionId, workerId });
    },

    async closeIdle(idleSeconds) {
      const { rows } = await database.pool.query<{ closed: number }>(
        // A session that became idle while its worker's drain was being stored is still open.
        `WITH closing AS (
           UPDATE warm_sessions SET state = 'closing' WHERE id IN (
             SELECT s.id FROM warm_sessions s WHERE s.state = 'idle'
               AND (s.idle_since <= clock_timestamp() - make_interval(secs => $1)
                 OR EXISTS (SELECT FROM workers w WHERE w.id = s.worker_id AND w.drain IS NOT NULL))
             FOR UPDATE SKIP LOCKED)
           RETURNING worker_id
         ) SELECT count(ring_bell(worker_id))::int AS closed FROM closing`,
        [idleSeconds],
      );
      return rows[0]?.closed ?? 0;
    },

    async dropLost(pardonSeconds = 0, onFailure = rethrow) {
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT id FROM warm_sessions WHERE state <> 'busy'
           AND expires_at <= clock_timestamp() - make_interval(secs => $1)`,
        [pardonSeconds],
      );
      const dropped: string[] = [];
      await tryEach(database, rows, {
        async act({ id }, lockWait) {
          if (await endSession(dependencies, { id, lockWait })) dropped.push(id);
        },
        onFailure: ({ id }, error) => onFailure(id, error),
      });
      return dropped;
    },
  };
}

/**
 * Ends a session of the given worker or, without a worker, one that has expired. Returns false if
 * there is no such session.
 */
function endSession(
  { database, queue }: { readonly database: Database; readonly queue: JobQueue },
  {
    id,
    workerId = null,
    lockWait,
  }: { readonly id: string; readonly workerId?: string | null; readonly lockWait?: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (lockWait !== undefined) await transaction.query(lockWait);
    const { rows } = await transaction.query<{ is_ended: boolean; permits: PermitChange | null }>(
      'SELECT is_ended, permits FROM end_session($1, $2)',
      [id, workerId],
    );
    await changePermits(queue, transaction, rows[0]?.permits ?? null);
    return rows[0]?.is_ended === true;
  });
}

/** A session whose row someone holds keeps its expiry: the heartbeat must not wait for it. */
async function renewSessions(
  { heartbeats }: Database,
  worker: { readonly workerId: string; readonly leaseSeconds: number },
  sessionIds: readonly string[],
): Promise<readonly RenewedSession[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await heartbeats.query<{ id: string; state: 'busy' | 'idle' | 'closing' }>(
    `WITH free AS (
       SELECT id FROM warm_sessions WHERE worker_id = $1 AND id = ANY($3::uuid[])
       FOR NO KEY UPDATE SKIP LOCKED
     ), renewed AS (
       UPDATE warm_sessions s SET expires_at = CASE WHEN state = 'busy' THEN NULL
         ELSE clock_timestamp() + make_interval(secs => $2) END
       FROM free WHERE s.id = free.id
     )
     SELECT id, state FROM warm_sessions WHERE worker_id = $1 AND id = ANY($3::uuid[])`,
    [worker.workerId, worker.leaseSeconds, sessionIds],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  return sessionIds.map((sessionId) => {
    const state = states.get(sessionId.toLowerCase());
    const isKept = state === 'idle' || state === 'busy';
    return { sessionId, state: isKept ? 'held' : (state ?? 'lost') };
  });
}
