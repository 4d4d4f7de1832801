import type { Database } from '../database/connect-database.ts';
import type { Drain } from '../workers/drain-store.ts';

interface ListedWorker {
  readonly id: string;
  readonly version: string | null;
  readonly protocol: number;
  readonly slots: number | null;
  readonly labels: string[];
  /** Seen within the last 60 seconds. */
  readonly is_alive: boolean;
  readonly state: 'active' | 'draining' | 'drained' | 'gone';
  readonly drain: Drain | null;
  /** Warm sessions, idle or with a task. */
  readonly warm_sessions: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly held_task_ids: string[];
}

export interface WorkerList {
  /** Returns workers seen within the last 24 hours, most recent first, at most 1000. */
  readonly list: () => Promise<readonly ListedWorker[]>;
}

export function createWorkerList({ pool }: Pick<Database, 'pool'>): WorkerList {
  return {
    async list() {
      const { rows } = await pool.query<ListedWorker>(
        `SELECT *, CASE WHEN NOT is_alive THEN 'gone' WHEN drain IS NULL THEN 'active'
             WHEN warm_sessions = 0 AND held_task_ids = '{}' THEN 'drained' ELSE 'draining' END state FROM (
         SELECT w.id, w.version, w.protocol, w.slots, w.labels, w.drain, w.first_seen_at, w.last_seen_at,
           w.ended_at IS NULL AND w.last_seen_at > now() - interval '60 s' is_alive,
           (SELECT count(*)::int FROM warm_sessions s WHERE s.worker_id = w.id) warm_sessions,
           ARRAY(SELECT t.id::text FROM tasks t WHERE t.worker_id = w.id AND t.status IN ('allocated', 'running')
             ORDER BY t.allocated_at) held_task_ids
         FROM workers w WHERE w.last_seen_at > now() - interval '24 h' ORDER BY w.last_seen_at DESC, w.id LIMIT 1000) listed
         ORDER BY last_seen_at DESC, id`,
      );
      return rows;
    },
  };
}
