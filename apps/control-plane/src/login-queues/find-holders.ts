import type { Transaction } from '../database/transaction.ts';
import type { Wait } from './read-wait.ts';
import type { WaitReason } from './wait-reason.ts';

const MAX_HOLDERS = 50;

const CONDITIONS: Readonly<Record<WaitReason, string>> = {
  login_busy: 'portal_id = wanted.portal AND login_queue_id = wanted.login',
  portal_limit: 'portal_id = wanted.portal',
  account_limit: `account_id = (SELECT account_id FROM portals WHERE id = wanted.portal) AND NOT is_local`,
  // Tasks at any portal, but only of this account: the worker may also hold tasks of others.
  warm_session_busy: `account_id = (SELECT account_id FROM portals WHERE id = wanted.portal) AND worker_id IN (
    SELECT worker_id FROM warm_sessions WHERE login_queue_id = wanted.login AND permit_tag IS NOT NULL)`,
  paused: 'false',
  // Other tasks end by themselves, and what else the workers run may belong to other accounts.
  no_worker: `account_id = (SELECT account_id FROM portals WHERE id = wanted.portal) AND NOT is_local AND kind = 'session'`,
};

export interface Holder {
  readonly id: string;
  readonly is_session: boolean;
}

/**
 * Returns up to 50 held tasks that keep another one waiting, in order of allocation; for a task that
 * waits for a worker, only the debug sessions of its account.
 */
export async function findHolders(
  transaction: Transaction,
  reason: WaitReason | null,
  wait: Wait,
): Promise<readonly Holder[]> {
  if (reason === null) return [];
  const { rows } = await transaction.query<Holder>(
    `SELECT id, kind = 'session' is_session FROM tasks, (SELECT $1::int portal, $2::int login) wanted
     WHERE status IN ('allocated', 'running') AND ${CONDITIONS[reason]}
     ORDER BY allocated_at, id LIMIT ${MAX_HOLDERS}`,
    [wait.portal_id, wait.login_queue_id],
  );
  return rows;
}
