import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { createFigureSum, type FigureSum, type FinalStatus } from './figures.ts';
import { packBins } from './histogram.ts';
import type { CountedPart } from './statistics-store.ts';

/** Rows that are added to totals in one transaction. */
const BATCH = 2_000;
/** Key of an advisory lock: only one process adds to totals at a time. */
export const TOTALS_LOCK = 7_240_119;

interface Key {
  readonly account_id: string;
  readonly span: 'hour' | 'day';
  readonly starts_at: Date;
  readonly status: FinalStatus;
}

type OpenRow = Key & CountedPart & { readonly id: string };

/**
 * Adds figures of hours and days that are over to their totals, so that months are read in a few
 * rows for each bucket. What ends a bucket late is added by a later call. Returns whether more may
 * remain.
 */
export async function totalBuckets({ transaction }: Pick<Database, 'transaction'>) {
  return transaction(async (on) => {
    const { rows: locks } = await on.query<{ is_free: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS is_free',
      [TOTALS_LOCK],
    );
    if (locks[0]?.is_free !== true) return false;
    const { rows } = await on.query<OpenRow>(
      `SELECT id, account_id, span, starts_at, status, tasks, wait_ms::float, wait_bins, duration_ms::float,
         duration_bins, cost_usd
       FROM task_statistics WHERE NOT is_in_total
         AND starts_at + ('1 ' || span)::interval < now() - interval '5 minutes'
       ORDER BY account_id, span, starts_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH],
    );
    const groups = Map.groupBy(rows, ({ account_id, span, starts_at: at, status }) =>
      [account_id, span, at.toISOString(), status].join(' '),
    );
    for (const [first, ...others] of groups.values()) {
      if (first) await addToTotal(on, first, [first, ...others]);
    }
    const ids = rows.map(({ id }) => id);
    await on.query('UPDATE task_statistics SET is_in_total = true WHERE id = ANY($1)', [ids]);
    return rows.length === BATCH;
  });
}

const KEY = 'account_id = $1 AND span = $2::statistic_span AND starts_at = $3 AND status = $4';

async function addToTotal(on: Transaction, key: Key, rows: readonly OpenRow[]): Promise<void> {
  const { account_id: accountId, span, starts_at: startsAt, status } = key;
  const place = [accountId, span, startsAt, status];
  const { rows: before } = await on.query<CountedPart>(
    `SELECT status, tasks, wait_ms::float, wait_bins, duration_ms::float, duration_bins, cost_usd
     FROM statistic_totals WHERE ${KEY}`,
    place,
  );
  const sum = createFigureSum();
  for (const part of [...before, ...rows]) sum.add(part);
  await on.query(
    `INSERT INTO statistic_totals (account_id, span, starts_at, status, tasks, wait_ms, wait_bins, duration_ms,
       duration_bins, cost_usd) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (account_id, span, starts_at, status) DO UPDATE SET tasks = excluded.tasks, wait_ms = excluded.wait_ms,
       wait_bins = excluded.wait_bins, duration_ms = excluded.duration_ms, duration_bins = excluded.duration_bins,
       cost_usd = excluded.cost_usd`,
    [...place, ...countersOf(sum)],
  );
}

function countersOf({ count, parts }: FigureSum): readonly unknown[] {
  const { waits, durations, cost } = parts;
  const of = (times: typeof waits) => [Math.round(times.totalMs()), packBins(times)];
  return [count(), ...of(waits), ...of(durations), cost()];
}

const FORGET_BATCH = 1_000;

/** Deletes totals that are as old as the figures that are deleted. Returns whether more may remain. */
export async function forgetTotals(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM statistic_totals WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM statistic_totals
       WHERE span = 'hour' AND starts_at < now() - interval '90 days'
         OR span = 'day' AND starts_at < now() - interval '800 days'
       LIMIT $1 FOR UPDATE SKIP LOCKED))`,
    [FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
