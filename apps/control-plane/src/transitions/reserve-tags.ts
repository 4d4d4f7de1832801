import type { Database } from '../database/connect-database.ts';

type Connections = Pick<Database, 'prepared'> & { readonly pool: Pick<Database['pool'], 'query'> };

/** Resolves with the next fair-turn tag of an account. */
export type ReserveTag = (accountId: string) => Promise<number>;

/**
 * Reserves tags outside transactions, with one statement at a time for each account. Calls made
 * while a statement runs share the next one, so the account's row is locked only briefly. An unused
 * tag costs its account one turn.
 */
export function createTagReserve(database: Connections): ReserveTag {
  const asking = new Map<string, PromiseWithResolvers<number>[]>();

  async function serve(accountId: string): Promise<void> {
    // Calls made together share the first statement.
    await Promise.resolve();
    let group = asking.get(accountId) ?? [];
    while (group.length > 0) {
      asking.set(accountId, []);
      await reserveFor(database, accountId, group);
      group = asking.get(accountId) ?? [];
    }
    asking.delete(accountId);
  }

  return (accountId) => {
    const asked = Promise.withResolvers<number>();
    const group = asking.get(accountId);
    if (group) {
      group.push(asked);
    } else {
      asking.set(accountId, [asked]);
      void serve(accountId);
    }
    return asked.promise;
  };
}

/** Never rejects: each caller in the group gets its tag or the error. */
async function reserveFor(
  { pool, prepared }: Connections,
  accountId: string,
  group: readonly PromiseWithResolvers<number>[],
): Promise<void> {
  try {
    const { rows } = await pool.query<{ last_tag: string }>(
      prepared('next-tags', 'SELECT next_tags($1, $2) AS last_tag', [accountId, group.length]),
    );
    const firstTag = Number(rows[0]?.last_tag) - group.length + 1;
    for (const [place, asked] of group.entries()) asked.resolve(firstTag + place);
  } catch (error) {
    for (const asked of group) asked.reject(error);
  }
}
