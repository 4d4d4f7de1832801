import { openDeadline } from '@errand/foundation';
import type { ScreenClaims } from '@errand/stream-ticket';
import { isValidKey } from '../api-keys/find-owner.ts';
import type { Database } from '../database/connect-database.ts';
import type { TaskWatch } from '../events/watch-tasks.ts';
import { IS_FINAL } from '../task-rows/task-status.ts';

/** What the viewers of one API key see. */
export interface WatchedScreen extends ScreenClaims {
  /** Undefined: the gateway is of an earlier release, so the viewers outlive their key. */
  readonly apiKeyId: string | undefined;
}

export interface EndedScreen extends WatchedScreen {
  /**
   * How the task ended; or `lost`: only the attempt ended; or `key-revoked`: the API key was
   * revoked or has expired; or `control-ended`: the wait for a person has ended.
   */
  readonly reason: 'success' | 'failed' | 'cancelled' | 'lost' | 'key-revoked' | 'control-ended';
}

export interface ScreenWatch {
  /**
   * Resolves with the screens that must no longer be shown, as soon as there are any, in the given
   * order. Empty when all continue for `waitSeconds` or until the signal fires.
   */
  readonly watch: (
    screens: readonly WatchedScreen[],
    wait: { readonly waitSeconds: number; readonly signal: AbortSignal },
  ) => Promise<readonly EndedScreen[]>;
}

export function createScreenWatch(parts: {
  readonly database: Database;
  readonly watch: TaskWatch;
}): ScreenWatch {
  return {
    async watch(screens, { waitSeconds, signal }) {
      // Watch before the first read, so that no end in between is missed.
      using tasks = parts.watch.watch(...new Set(screens.map(({ taskId }) => taskId)));
      using deadline = openDeadline(signal, Math.round(waitSeconds * 1_000));
      for (;;) {
        const isLastLook = deadline.signal.aborted || waitSeconds === 0;
        const ended = await findEnded(parts.database, screens);
        if (ended.length > 0 || isLastLook) return ended;
        await tasks.next(deadline.signal);
      }
    },
  };
}

async function findEnded(
  { pool }: Database,
  screens: readonly WatchedScreen[],
): Promise<readonly EndedScreen[]> {
  const { rows } = await pool.query<Pick<EndedScreen, 'reason'> & { readonly place: number }>(
    `SELECT s.place::int,
       CASE WHEN ${IS_FINAL} THEN t.status::text
         WHEN t.status IS DISTINCT FROM 'running' OR t.lease_epoch <> s.lease_epoch THEN 'lost'
         WHEN k.id IS NULL AND s.api_key_id IS NOT NULL OR NOT (${isValidKey('k')}) THEN 'key-revoked' ELSE 'control-ended' END AS reason
     FROM unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) WITH ORDINALITY
       s(task_id, lease_epoch, mode, api_key_id, place)
     LEFT JOIN tasks t ON t.id = s.task_id
     LEFT JOIN api_keys k ON k.id = s.api_key_id AND k.account_id = t.account_id
     WHERE t.status IS DISTINCT FROM 'running' OR t.lease_epoch <> s.lease_epoch
       OR s.api_key_id IS NOT NULL AND (k.id IS NULL OR NOT (${isValidKey('k')}))
       OR s.mode = 'control' AND t.kind = 'task' AND NOT EXISTS (SELECT FROM human_waits h
         WHERE h.task_id = s.task_id AND h.lease_epoch = s.lease_epoch AND h.ended_at IS NULL)
     ORDER BY s.place`,
    [
      screens.map(({ taskId }) => taskId),
      screens.map(({ leaseEpoch }) => leaseEpoch),
      screens.map(({ mode }) => mode),
      screens.map(({ apiKeyId }) => apiKeyId ?? null),
    ],
  );
  return rows.flatMap(({ place, reason }) => {
    const screen = screens[place - 1];
    return screen ? [{ ...screen, reason }] : [];
  });
}
