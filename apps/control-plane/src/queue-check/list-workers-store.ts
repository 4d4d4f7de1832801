import type { Database } from '../database/connect-database.ts';

interface ListedWorker {
  readonly id: string;
  readonly version: string | null;
  readonly slots: number | null;
  readonly labels: string[];
  /** Seen within the last 60 seconds. */
  readonly is_alive: boolean;
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
        `SELECT w.id, w.version, w.slots, w.labels, w.first_seen_at, w.last_seen_at,
           w.last_seen_at > now() - interval '60 s' is_alive,
           ARRAY(SELECT t.id::text FROM tasks t WHERE t.worker_id = w.id AND t.status IN ('allocated', 'running')
             ORDER BY t.allocated_at) held_task_ids
         FROM workers w WHERE w.last_seen_at > now() - interval '24 h' ORDER BY w.last_seen_at DESC, w.id LIMIT 1000`,
      );
      return rows;
    },
  };
}
