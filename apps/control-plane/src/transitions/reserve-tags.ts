import type { Pool } from 'pg';
import { groupCalls } from '../database/group-calls.ts';

/** Resolves with the next fair-turn tag of an account. */
export type ReserveTag = (accountId: string) => Promise<number>;

/**
 * Reserves tags outside transactions, with one statement at a time for each account, so that the
 * account's row is locked only briefly. An unused tag costs its account one turn.
 */
export function createTagReserve(pool: Pick<Pool, 'query'>): ReserveTag {
  const reserve = groupCalls<undefined, number>(async (accountId, { length }) => {
    const { rows } = await pool.query<{ last_tag: string }>(
      'SELECT next_tags($1, $2) AS last_tag',
      [accountId, length],
    );
    const firstTag = Number(rows[0]?.last_tag) - length + 1;
    return Array.from({ length }, (_, place) => firstTag + place);
  });
  return (accountId) => reserve(accountId, undefined);
}
