import type { Pool } from 'pg';

const INTERVAL_MS = 1_000;
const MAX_REMEMBERED = 10_000;
const KEEP_HOURS = 24;
const FORGET_BATCH = 1_000;

/** What a worker says of itself when it claims. */
export interface ClaimingWorker {
  readonly workerId: string;
  readonly version?: string | undefined;
  /** How many tasks it can run at once. */
  readonly slots?: number | undefined;
  /** Labels of the accounts that it serves; `default` stands for those without one. Default none: those alone. */
  readonly labels?: readonly string[] | undefined;
}

/** Writes down which workers there are. */
export interface WorkerRegister {
  /** Of each worker at most once a second, unless it says something new. */
  readonly note: (worker: ClaimingWorker) => Promise<void>;
  /** The same for a heartbeat, which tells nothing but that the worker lives. */
  readonly noteAlive: (workerId: string) => Promise<void>;
}

export function createWorkerRegister(pool: Pool): WorkerRegister {
  const noted = new Map<string, { readonly at: number; readonly said: string }>();
  const isNews = (workerId: string, said: string): boolean => {
    const last = noted.get(workerId);
    const now = performance.now();
    if (last && last.said === said && now - last.at < INTERVAL_MS) return false;
    if (noted.size >= MAX_REMEMBERED) noted.clear();
    noted.set(workerId, { at: now, said });
    return true;
  };
  return {
    async note({ workerId, version = null, slots = null, labels = [] }) {
      if (!isNews(workerId, JSON.stringify([version, slots, labels]))) return;
      await pool.query(
        `INSERT INTO workers AS w (id, version, slots, labels) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, slots = excluded.slots, labels = excluded.labels,
           last_seen_at = excluded.last_seen_at
         WHERE (w.version, w.slots, w.labels) IS DISTINCT FROM (excluded.version, excluded.slots, excluded.labels)
           OR w.last_seen_at < now() - interval '1 s'`,
        [workerId, version, slots, labels],
      );
    },

    async noteAlive(workerId) {
      if (!isNews(`heartbeat of ${workerId}`, '')) return;
      await pool.query(
        `UPDATE workers SET last_seen_at = now() WHERE id = $1 AND last_seen_at < now() - interval '1 s'`,
        [workerId],
      );
    },
  };
}

/** Deletes workers that nobody has heard of for a day: each start of one may bring a new id. */
export async function forgetOldWorkers(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM workers WHERE id IN (
       SELECT id FROM workers WHERE last_seen_at <= now() - make_interval(hours => $1)
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [KEEP_HOURS, FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
