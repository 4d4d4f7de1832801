import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { FINAL_STATUSES } from '../task-rows/task-status.ts';
import { type Counted, createFigureSum, type FigureSum } from './figures.ts';
import { packBins } from './histogram.ts';
import {
  type GroupKey,
  GROUPINGS,
  OPEN_COLUMNS,
  type OpenRow,
  readOpenRow,
  TOTAL_COLUMNS,
  type TotalRow,
  valueIn,
  type WrittenOpenRow,
} from './statistic-rows.ts';

/** Rows that are added to totals in one transaction. */
const BATCH = 2_000;
/** Key of an advisory lock: only one process adds to totals at a time. */
export const TOTALS_LOCK = 7_240_119;

type OfAccount = { readonly account_id: string };
type Key = GroupKey & OfAccount & Pick<OpenRow, 'span' | 'starts_at'>;

/**
 * Adds figures of past hours and days to their totals, so that months are read as a few rows per
 * bucket. Tasks that are recorded late are added by a later call. Returns whether more may remain.
 */
export async function totalBuckets({ transaction }: Pick<Database, 'transaction'>) {
  return transaction(async (on) => {
    const { rows: locks } = await on.query<{ is_free: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS is_free',
      [TOTALS_LOCK],
    );
    if (locks[0]?.is_free !== true) return false;
    const { rows } = await on.query<WrittenOpenRow & OfAccount & { readonly id: string }>(
      `SELECT id, account_id, ${OPEN_COLUMNS} FROM task_statistics WHERE NOT is_in_total
         AND starts_at + ('1 ' || span)::interval < now() - interval '5 minutes'
       ORDER BY account_id, span, starts_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH],
    );
    const totals = new Map<string, Total>();
    for (const row of rows.map(readOpenRow)) {
      for (const key of keysOf(row)) addTo(totals, key, row);
    }
    for (const total of await readBefore(on, [...totals.values()])) addTo(totals, total, total);
    await writeTotals(on, [...totals.values()]);
    const ids = rows.map(({ id }) => id);
    await on.query('UPDATE task_statistics SET is_in_total = true WHERE id = ANY($1)', [ids]);
    return rows.length === BATCH;
  });
}

interface Total {
  readonly key: Key;
  readonly sum: FigureSum;
}

/** The totals that a row belongs to. */
function keysOf(row: OpenRow & OfAccount): readonly Key[] {
  const { account_id, span, starts_at } = row;
  return (['all', ...GROUPINGS] as const).map((grouping) => {
    return { account_id, span, starts_at, grouping, value: valueIn(grouping, row) };
  });
}

function addTo(totals: Map<string, Total>, key: Key, counted: Counted): void {
  const { account_id, span, starts_at: at, grouping, value } = key;
  const name = [account_id, span, at.toISOString(), grouping, value].join(' ');
  const total = totals.get(name) ?? { key, sum: createFigureSum() };
  total.sum.add(counted);
  totals.set(name, total);
}

const KEYS = `unnest($1::uuid[], $2::statistic_span[], $3::text[], $4::text[], $5::timestamptz[])`;
const KEY = 'account_id, span, grouping, value, starts_at';

function columnsOfKeys(totals: readonly Total[]): readonly unknown[] {
  const column = (name: keyof Key) => totals.map(({ key }) => key[name]);
  return [
    column('account_id'),
    column('span'),
    column('grouping'),
    column('value'),
    column('starts_at'),
  ];
}

async function readBefore(
  on: Transaction,
  totals: readonly Total[],
): Promise<readonly (TotalRow & OfAccount)[]> {
  const { rows } = await on.query<TotalRow & OfAccount>(
    `SELECT account_id, ${TOTAL_COLUMNS} FROM ${KEYS} AS key(${KEY}) JOIN statistic_totals USING (${KEY})`,
    [...columnsOfKeys(totals)],
  );
  return rows;
}

async function writeTotals(on: Transaction, totals: readonly Total[]): Promise<void> {
  const column = (write: (total: Total) => unknown) => totals.map((total) => write(total));
  const { byStatus, times } = {
    byStatus: FINAL_STATUSES.map((status) => column(({ sum }) => sum.parts.byStatus[status])),
    times: (['waits', 'durations'] as const).flatMap((name) => [
      column(({ sum }) => Math.round(sum.parts[name].totalMs())),
      column(({ sum }) => packBins(sum.parts[name])),
    ]),
  };
  await on.query(
    `INSERT INTO statistic_totals (${KEY}, success, failed, cancelled, wait_ms, wait_bins, duration_ms, duration_bins,
       cost_usd, figures, tasks)
     SELECT total.*, success + failed + cancelled
     FROM unnest($1::uuid[], $2::statistic_span[], $3::text[], $4::text[], $5::timestamptz[], $6::int[], $7::int[],
       $8::int[], $9::bigint[], $10::bytea[], $11::bigint[], $12::bytea[], $13::float[], $14::json[])
       AS total(${KEY}, success, failed, cancelled, wait_ms, wait_bins, duration_ms, duration_bins, cost_usd, figures)
     ON CONFLICT (account_id, span, grouping, value, starts_at) DO UPDATE SET tasks = excluded.tasks,
       success = excluded.success, failed = excluded.failed, cancelled = excluded.cancelled,
       wait_ms = excluded.wait_ms, wait_bins = excluded.wait_bins, duration_ms = excluded.duration_ms,
       duration_bins = excluded.duration_bins, cost_usd = excluded.cost_usd, figures = excluded.figures`,
    [
      ...columnsOfKeys(totals),
      ...byStatus,
      ...times,
      column(({ sum }) => sum.parts.cost()),
      column(({ key, sum }) => JSON.stringify(sum.writeBucket(key.starts_at))),
    ],
  );
}

const FORGET_BATCH = 1_000;

/** Deletes totals of the same age as deleted figures. Returns whether more may remain. */
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
