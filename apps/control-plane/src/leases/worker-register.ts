import type { Sealer } from '@errand/secrets';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';

const INTERVAL_MS = 1_000;
const MAX_REMEMBERED = 10_000;
const KEEP_HOURS = 24;
const FORGET_BATCH = 1_000;

/** Where gateways reach the screens of a worker. */
export interface WorkerScreen {
  /** host:port */
  readonly address: string;
  /** 32 bytes in base64; kept sealed. */
  readonly key: string;
}

/** What a worker says of itself when it claims. */
export interface ClaimingWorker {
  readonly workerId: string;
  readonly version?: string | undefined;
  /** How many tasks it can run at once. */
  readonly slots?: number | undefined;
  /** Labels of the accounts that it serves; `default` stands for those without one. Default none: those alone. */
  readonly labels?: readonly string[] | undefined;
  /** Undefined: it shows none. */
  readonly screen?: WorkerScreen | undefined;
}

/** Writes down which workers there are. */
export interface WorkerRegister {
  /** Of each worker at most once a second, unless it says something new. */
  readonly note: (worker: ClaimingWorker) => Promise<void>;
  /** The same for a heartbeat. Without a screen it leaves what was said before. */
  readonly noteAlive: (workerId: string, screen?: WorkerScreen) => Promise<void>;
}

export function createWorkerRegister({
  database: { pool },
  sealer,
}: {
  readonly database: Pick<Database, 'pool'>;
  readonly sealer: Sealer;
}): WorkerRegister {
  const news = createNews();
  const seal = (workerId: string, screen: WorkerScreen | undefined): string | null =>
    screen ? sealer.seal(screen.key, sealedContext.screenKey(workerId)) : null;
  return {
    async note({ workerId, version = null, slots = null, labels = [], screen }) {
      if (!news.isNews(workerId, [version, slots, labels, screen])) return;
      news.forget(`heartbeat of ${workerId}`);
      await pool.query(
        `INSERT INTO workers AS w (id, version, slots, labels, screen_address, screen_key) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, slots = excluded.slots, labels = excluded.labels,
           screen_address = excluded.screen_address, screen_key = excluded.screen_key, last_seen_at = excluded.last_seen_at`,
        [workerId, version, slots, labels, screen?.address ?? null, seal(workerId, screen)],
      );
    },

    async noteAlive(workerId, screen) {
      if (!news.isNews(`heartbeat of ${workerId}`, screen)) return;
      if (screen) news.forget(workerId);
      await pool.query(
        `UPDATE workers SET last_seen_at = now(), screen_address = coalesce($2, screen_address),
           screen_key = coalesce($3, screen_key)
         WHERE id = $1`,
        [workerId, screen?.address ?? null, seal(workerId, screen)],
      );
    },
  };
}

/** Keeps back what was said within the last second already. */
function createNews() {
  const noted = new Map<string, { readonly at: number; readonly said: string }>();
  return {
    /** Somebody else wrote over it. */
    forget: (who: string) => noted.delete(who),
    isNews(who: string, what: unknown): boolean {
      // A digest, because there is a key in it.
      const said = createHash('sha256')
        .update(JSON.stringify([what]))
        .digest('base64');
      const last = noted.get(who);
      const now = performance.now();
      if (last && last.said === said && now - last.at < INTERVAL_MS) return false;
      if (noted.size >= MAX_REMEMBERED) noted.clear();
      noted.set(who, { at: now, said });
      return true;
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
