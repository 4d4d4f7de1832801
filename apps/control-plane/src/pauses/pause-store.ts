import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { rethrow, tryEach } from '../database/try-each.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { changePermits, type PermitChange } from '../transitions/permits.ts';
import { findTarget, type FoundTarget, setterOf } from './pause-target.ts';
import type { ListedPause, Pause, PauseTarget } from './pause.ts';

/**
 * Pauses of accounts, portals and login queues. Once `pause` has returned, no claim starts a task
 * of the target; running tasks continue. Waiting tasks keep their place.
 */
export interface PauseStore {
  /**
   * Replaces an existing pause. Throws AccountNotFoundError, PortalNotFoundError,
   * LoginQueueNotFoundError.
   */
  readonly pause: (target: PauseTarget, pause: Omit<Pause, 'at'>) => Promise<Pause>;
  /** Returns whether the target was paused. Throws the same errors as `pause`. */
  readonly resume: (target: PauseTarget) => Promise<boolean>;
  readonly list: () => Promise<readonly ListedPause[]>;
  /**
   * Ends expired pauses and returns how many. Several processes may run it. `onFailure` is called
   * with the id of a target whose pause cannot be ended yet; the others are still ended. Default:
   * throws the error.
   */
  readonly endExpired: (onFailure?: (id: string, error: unknown) => void) => Promise<number>;
}

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
}

export function createPauseStore(dependencies: Dependencies): PauseStore {
  const { database, queue } = dependencies;
  return {
    pause: (target, pause) =>
      database.transaction(async (transaction) => {
        const set = { ...pause, at: new Date().toISOString() };
        let isSet = false;
        // A login queue may be deleted after it is found, and a new one may have its key.
        while (!isSet) {
          const found = await findTarget(transaction, target);
          isSet = await setPause(queue, transaction, { ...found, pause: set });
        }
        return set;
      }),

    resume: (target) =>
      database.transaction(async (transaction) => {
        const found = await findTarget(transaction, target);
        return setPause(queue, transaction, { ...found, pause: null });
      }),

    async list() {
      const { rows } = await database.pool.query<ListedPause>(LIST);
      return rows;
    },

    async endExpired(onFailure = rethrow) {
      const { rows } = await database.pool.query<FoundTarget>(EXPIRED);
      let ended = 0;
      await tryEach(database, rows, {
        async act(found, lockWait) {
          const isEnded = await database.transaction(async (transaction) => {
            await transaction.query(lockWait);
            return setPause(queue, transaction, { ...found, pause: null, onlyExpired: true });
          });
          ended += Number(isEnded);
        },
        onFailure: ({ id }, error) => onFailure(String(id), error),
      });
      return ended;
    },
  };
}

async function setPause(
  queue: JobQueue,
  transaction: Transaction,
  change: FoundTarget & { readonly pause: Pause | null; readonly onlyExpired?: boolean },
): Promise<boolean> {
  const { kind, id, pause, onlyExpired = false } = change;
  const { rows } = await transaction.query<{ is_changed: boolean; permits: PermitChange | null }>(
    `SELECT is_changed, permits FROM ${setterOf(kind)}($1, $2, $3)`,
    [id, pause, onlyExpired],
  );
  await changePermits(queue, transaction, rows[0]?.permits ?? null);
  return rows[0]?.is_changed === true;
}

const LIST = `SELECT a.id account_id, a.name account, p.portal, p.login_queue, p.pause FROM (
    SELECT id account_id, NULL portal, NULL login_queue, pause FROM accounts WHERE pause IS NOT NULL
    UNION ALL SELECT account_id, origin, NULL, pause FROM portals WHERE pause IS NOT NULL
    UNION ALL SELECT account_id, NULL, key, pause FROM login_queues WHERE pause IS NOT NULL
  ) p JOIN accounts a ON a.id = p.account_id ORDER BY p.pause->>'at' DESC, a.name, p.portal, p.login_queue LIMIT 1000`;

const EXPIRED = `SELECT kind, id FROM (
    SELECT 'account' kind, id::text, pause FROM accounts WHERE pause IS NOT NULL
    UNION ALL SELECT 'portal', id::text, pause FROM portals WHERE pause IS NOT NULL
    UNION ALL SELECT 'login_queue', id::text, pause FROM login_queues WHERE pause IS NOT NULL
  ) p WHERE (pause->>'expires_at')::timestamptz <= clock_timestamp()`;
