import type { Pool } from 'pg';
import { runTransaction, type Transaction } from '../database/transaction.ts';
import { CHECKS } from './check-registry.ts';
import type { CheckDefinition } from './define-check.ts';
import type { Deviation } from './deviation.ts';

/** Maximum listed for each kind; further deviations are only counted. */
const MAX_LISTED = 1_000;
const STATEMENT_TIMEOUT_MS = 60_000;

export interface QueueReport {
  readonly checkedAt: Date;
  /** The number of deviations of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** At most 1000 of each kind. */
  readonly deviations: readonly Deviation[];
}

/**
 * Compares the queue's tables with each other in one snapshot. Locks nothing and changes nothing.
 * The signal ends it after the current kind.
 */
export function checkQueue(
  { pool }: { readonly pool: Pool },
  signal?: AbortSignal,
): Promise<QueueReport> {
  return runTransaction(pool, async (transaction) => {
    await transaction.query(
      `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    );
    const deviations: Deviation[] = [];
    const counts: Record<string, number> = {};
    for (const check of CHECKS) {
      signal?.throwIfAborted();
      const { rows, total } = await run(transaction, check);
      counts[check.kind] = total;
      deviations.push(...rows);
    }
    return { checkedAt: new Date(), counts, deviations };
  });
}

async function run(
  transaction: Transaction,
  { find, kind, severity, repair }: CheckDefinition,
): Promise<{ readonly rows: readonly Deviation[]; readonly total: number }> {
  const query = {
    text: `SELECT *, count(*) OVER ()::int total FROM (${find}) deviating LIMIT ${MAX_LISTED}`,
    query_timeout: STATEMENT_TIMEOUT_MS,
  };
  const { rows } = await transaction.query<
    Pick<Deviation, 'ids' | 'expected' | 'found'> & { readonly total: number }
  >(query);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ ids, expected, found }) => ({
      kind,
      severity,
      ids,
      expected,
      found,
      repair,
    })),
  };
}

/** Counts the listed faults, which an operator has to look at. */
export function countFaults({ deviations }: QueueReport): number {
  return deviations.filter(({ severity }) => severity === 'fault').length;
}
