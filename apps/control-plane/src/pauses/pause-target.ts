import { AccountNotFoundError } from '../accounts/account-errors.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import { LoginQueueNotFoundError, PortalNotFoundError } from './pause-errors.ts';
import type { PauseTarget } from './pause.ts';

/** The SQL functions that pause and resume, by kind of target. */
const SETTERS = {
  account: 'set_account_pause',
  portal: 'set_portal_pause',
  login_queue: 'set_login_queue_pause',
} as const;

export type PauseKind = keyof typeof SETTERS;

/** The row to pause. */
export interface FoundTarget {
  readonly kind: PauseKind;
  readonly id: string | number;
}

export function setterOf(kind: PauseKind): string {
  return SETTERS[kind];
}

/** Throws AccountNotFoundError, PortalNotFoundError, LoginQueueNotFoundError. */
export async function findTarget(
  transaction: Transaction,
  { accountId, portal, loginQueue }: PauseTarget,
): Promise<FoundTarget> {
  const find = async (statement: string, values: readonly unknown[]) =>
    (await transaction.query<{ id: string | number }>(statement, [...values])).rows[0]?.id;
  const account = isUuid(accountId)
    ? await find('SELECT id FROM accounts WHERE id = $1', [accountId])
    : undefined;
  if (account === undefined) throw new AccountNotFoundError(accountId);
  if (portal !== undefined) {
    const places = 'SELECT id FROM portals WHERE account_id = $1 AND origin = $2';
    const id = await find(places, [account, portal]);
    if (id === undefined) throw new PortalNotFoundError(portal);
    return { kind: 'portal', id };
  }
  if (loginQueue === undefined) return { kind: 'account', id: account };
  const queues = 'SELECT id FROM login_queues WHERE account_id = $1 AND key = $2';
  const id = await find(queues, [account, loginQueue]);
  if (id === undefined) throw new LoginQueueNotFoundError(loginQueue);
  return { kind: 'login_queue', id };
}
