import type pg from 'pg';
import { connectDatabase } from '../../apps/control-plane/src/database/connect-database.ts';
import { totalBuckets } from '../../apps/control-plane/src/statistics/total-buckets.ts';
import type { BenchClient } from './api-client.ts';
import { openDatabase } from './queue-load.ts';
import { percentile, round } from './statistics.ts';

const WARM_UPS = 5;
const PLAIN_RUNS = 1;
const PAGE = 100;

export interface StatisticsResult {
  readonly name: string;
  readonly requests: number;
  /** Size of a response. */
  readonly bytes: number;
  /** Time until the last byte of the response. */
  readonly ms: { readonly p50: number; readonly p95: number };
  /** Time for the same figures, aggregated once from the tasks in SQL. */
  readonly plainMs: number;
  /** How many times longer the aggregation takes. */
  readonly plainRatio: number;
  /** That ratio for listing the tasks page by page, extrapolated from the median page. */
  readonly pagesRatio: number;
}

const DAY_MS = 86_400_000;

/** Counts the stored tasks in the statistics, as if they had ended one by one. */
export async function loadStatistics(url: string): Promise<void> {
  await using database = openDatabase(url);
  await database.pool.query(FILL);
  await using service = await connectDatabase({ url, poolSize: 2 });
  while (await totalBuckets(service));
  await database.pool.query('VACUUM ANALYZE task_statistics, statistic_totals');
}

/** Requests figures, and computes the same figures from the tasks. */
export async function measureStatistics(
  client: BenchClient,
  url: string,
  { count, pageMs }: { readonly count: number; readonly pageMs: number },
): Promise<readonly StatisticsResult[]> {
  await using database = openDatabase(url);
  const results: StatisticsResult[] = [];
  for (const [name, bucket, days, grouping] of QUERIES) {
    const from = new Date(Date.now() - days * DAY_MS).toISOString();
    const group = grouping === undefined ? '' : `&group_by=${grouping}`;
    const path = `/api/v1/statistics?bucket=${bucket}&from=${from}${group}`;
    const samples = await sample(count, () => client.read(path));
    const tasks = await countTasks(database.pool, from);
    const plain = await sample(PLAIN_RUNS, () =>
      database.pool.query(plainAggregate(bucket, grouping), [from]),
    );
    const ms = { p50: percentile(samples, 50), p95: percentile(samples, 95) };
    const plainMs = percentile(plain, 50);
    results.push({
      name,
      requests: samples.length,
      bytes: Buffer.byteLength(await client.read(path)),
      ms,
      plainMs,
      plainRatio: round(plainMs / ms.p50),
      pagesRatio: round((Math.ceil(tasks / PAGE) * pageMs) / ms.p50),
    });
  }
  return results;
}

const QUERIES = [
  ['24 hours by hour', 'hour', 1, undefined],
  ['30 days by day', 'day', 30, undefined],
  ['30 days by day and endpoint', 'day', 30, 'endpoint_name'],
  // The largest ranges that are accepted.
  ['32 days by hour', 'hour', 31.9, undefined],
  ['7 days by hour and status', 'hour', 6.9, 'status'],
  ['7 days by hour and endpoint', 'hour', 6.9, 'endpoint_name'],
  ['7 days by hour and error class', 'hour', 6.9, 'error_class'],
  ['7 days by hour and recording', 'hour', 6.9, 'recording_id'],
  ['400 days by day', 'day', 399.9, undefined],
  ['400 days by day and status', 'day', 399.9, 'status'],
  ['400 days by day and endpoint', 'day', 399.9, 'endpoint_name'],
  ['400 days by day and error class', 'day', 399.9, 'error_class'],
  ['400 days by day and recording', 'day', 399.9, 'recording_id'],
] as const;

async function sample(count: number, ask: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let done = count > WARM_UPS ? -WARM_UPS : 0; done < count; done += 1) {
    const askedAt = performance.now();
    await ask();
    if (done >= 0) samples.push(performance.now() - askedAt);
  }
  return samples;
}

async function countTasks(pool: pg.Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int FROM tasks WHERE completed_at >= $1',
    [from],
  );
  return rows[0]?.count ?? 0;
}

function plainAggregate(bucket: string, grouping: string | undefined): string {
  const shares = 'ARRAY[0.5, 0.95]';
  return `SELECT date_trunc('${bucket}', completed_at, 'UTC') AS starts_at, ${grouping ?? 'NULL'} AS value, count(*),
      count(*) FILTER (WHERE status = 'success'), count(*) FILTER (WHERE status = 'failed'),
      percentile_disc(${shares}) WITHIN GROUP (ORDER BY allocated_at - created_at),
      percentile_disc(${shares}) WITHIN GROUP (ORDER BY completed_at - started_at),
      sum((model_usage->>'cost_usd')::float)
    FROM tasks WHERE account_id = (SELECT account_id FROM tasks LIMIT 1) AND completed_at >= $1 GROUP BY 1, 2`;
}

const KEY = 'account_id, span, at, recording_id, endpoint_name, status, error_class, part';
const bins = (kind: string): string =>
  `SELECT ${KEY}, '${kind}' AS kind, statistic_bin(${kind}) AS bin, count(*) AS n, sum(${kind}) AS ms FROM ended GROUP BY ${KEY}, bin`;
const binsOf = (kind: string): string => `jsonb_object_agg(bin, n) FILTER (WHERE kind = '${kind}')`;
const sumOf = (column: string, kind: string): string =>
  `sum(${column}) FILTER (WHERE kind = '${kind}')`;

/** Three rows with the same key, as created by three tasks that end at the same time. */
const FILL = `
  WITH ended AS MATERIALIZED (
    SELECT account_id, span, date_trunc(span::text, completed_at, 'UTC') AS at, recording_id, endpoint_name, status,
      error_class, sequence % 3 AS part, (1000 * extract(epoch FROM allocated_at - created_at))::bigint AS waited,
      (1000 * extract(epoch FROM completed_at - started_at))::bigint AS lasted
    FROM tasks, unnest(enum_range(NULL::statistic_span)) span WHERE completed_at IS NOT NULL
  ), binned AS (${bins('waited')} UNION ALL ${bins('lasted')})
  INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, error_class, tasks,
    wait_ms, wait_bins, duration_ms, duration_bins, cost_usd)
  SELECT account_id, span, at, recording_id, endpoint_name, status, error_class, ${sumOf('n', 'waited')},
    ${sumOf('ms', 'waited')}, ${binsOf('waited')}, ${sumOf('ms', 'lasted')}, ${binsOf('lasted')}, 0
  FROM binned GROUP BY ${KEY}`;
