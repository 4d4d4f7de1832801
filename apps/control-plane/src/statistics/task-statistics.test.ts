import { beforeAll, expect, test } from '@jest/globals';
import type { ErrandSchemas } from '@errand/api-types';
import { writeObject } from '../http/json-text.ts';
import { expire, failure } from '../testing/end-leases.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { createRandom } from '../testing/random.ts';
import { useStores } from '../testing/use-stores.ts';
import type { Lease } from '../leases/lease.ts';
import { forgetStatistics } from './forget-statistics.ts';
import { type Grouping, GROUPINGS } from './statistic-rows.ts';
import { createStatisticsStore } from './statistics-store.ts';
import type { StatisticRange } from './statistic-range.ts';
import { summarise } from './summarise.ts';
import { forgetTotals, totalBuckets, TOTALS_LOCK } from './total-buckets.ts';

const TASKS = 120;
const LANES = 8;

const stores = await useStores();
const { database, leases, tasks } = stores;
const { pool } = database;
const statistics = createStatisticsStore(database);
const random = createRandom(7);
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;
const accounts: string[] = [];

beforeAll(async () => {
  accounts.push(
    await addAccount(database, { maxAutomationRetries: 1 }),
    await addAccount(database),
  );
  // Ends tasks up to four days ago, for several buckets.
  await pool.query(`CREATE FUNCTION end_earlier() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE earlier interval := make_interval(mins => abs(hashtext(NEW.id::text)) % 5760);
    BEGIN
      NEW.completed_at := NEW.completed_at - earlier;
      NEW.started_at := NEW.started_at - earlier;
      RETURN NEW;
    END $$`);
  await pool.query(`CREATE TRIGGER end_earlier BEFORE UPDATE ON tasks FOR EACH ROW
    WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION end_earlier()`);
  await Promise.all(Array.from({ length: TASKS }, submitSomehow));
  await Promise.all(Array.from({ length: LANES }, (_, lane) => work(`worker-${lane}`)));
});

async function submitSomehow(): Promise<void> {
  const accountId = pick(accounts);
  const order = orderOf(undefined, {
    endpoint_name: pick(['order', 'invoice']),
  });
  if (random() < 0.1) {
    const { lease, workerId } = await tasks.submitLocal(accountId, { ...order, serverId: 'desk' });
    return endSomehow(lease, workerId);
  }
  const { taskId } = await tasks.submit(accountId, order);
  await pool.query(
    'UPDATE tasks SET created_at = created_at - make_interval(secs => $2), max_retries = $3 WHERE id = $1',
    [taskId, 2 ** (random() * 18) / 10, pick([0, 1])],
  );
  if (random() < 0.15) await tasks.cancel(accountId, taskId);
}

async function work(workerId: string): Promise<void> {
  for (;;) {
    const lease = await claimNow(leases, workerId);
    if (!lease) return;
    await endSomehow(lease, workerId);
  }
}

/** Ends the attempt in one of the possible ways. Some return the task to its queue. */
async function endSomehow(lease: Lease, workerId: string): Promise<void> {
  const holder = holderOf(lease, workerId);
  const dice = random();
  if (dice > 0.1) {
    await leases.start(holder);
    await pool.query(
      'UPDATE tasks SET started_at = started_at - make_interval(secs => $2) WHERE id = $1',
      [lease.taskId, 2 ** (random() * 14) / 10],
    );
  }
  if (random() < 0.1) await cancel(lease.taskId);
  const calls = { calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: pick([null, 0.25, 1.5]) };
  const modelUsage = random() < 0.5 ? undefined : { ...calls, models: [] };
  if (dice < 0.2) {
    await expire(stores, holder);
    await leases.takeBackLost();
  } else if (dice < 0.25) {
    await pool.query("UPDATE tasks SET started_at = now() - interval '1 day' WHERE id = $1", [
      lease.taskId,
    ]);
    await leases.endOverdue(1);
  }
  // Refused for a lost lease. A report that is sent twice counts once.
  const report = () =>
    // No other worker may run a task of a local inference server, so it is never released.
    dice < 0.3 && !workerId.startsWith('local.')
      ? leases.release(holder, { modelUsage })
      : dice < 0.6
        ? leases.complete(holder, { ...noResult, modelUsage })
        : leases.fail(holder, {
            ...failure(pick(['never', 'automation', 'infrastructure'])),
            errorClass: pick(['locator_not_found', 'timeout']),
            modelUsage,
          });
  for (const _ of [1, 2]) {
    await report().catch((error: { code?: string }) => {
      if (error.code !== 'lease-lost') throw error;
    });
  }
}

async function cancel(taskId: string): Promise<void> {
  const { accountId } = await database.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
  await tasks.cancel(accountId, taskId);
}

const FINAL = `t.status IN ('success', 'failed', 'cancelled') AND t.account_id = $1`;
const WAIT = millisecondsOf('a.allocated_at - t.created_at');
const DURATION = millisecondsOf('t.completed_at - t.started_at');
const exactly = (
  ms: string,
) => `CASE WHEN count(${ms}) > 0 THEN json_build_object('mean', round(avg(${ms})),
  'p50', percentile_disc(0.5) WITHIN GROUP (ORDER BY ${ms}),
  'p95', percentile_disc(0.95) WITHIN GROUP (ORDER BY ${ms})) END`;

/** Null for null, unlike `greatest`. */
function millisecondsOf(time: string): string {
  return `round(1000 * extract(epoch FROM CASE WHEN ${time} < '0' THEN '0' ELSE ${time} END))`;
}

/** The figures of the account's tasks by a value, computed from the tasks themselves. */
async function aggregate(accountId: string, value: string): Promise<Map<unknown, object>> {
  const { rows } = await pool.query<{ value: unknown; figures: Aggregate }>(
    `SELECT value, json_build_object('tasks', count(*), 'success', count(*) FILTER (WHERE t.status = 'success'),
       'failed', count(*) FILTER (WHERE t.status = 'failed'),
       'cancelled', count(*) FILTER (WHERE t.status = 'cancelled'),
       'success_rate', round(avg((t.status = 'success')::int) FILTER (WHERE t.status <> 'cancelled'), 4),
       'wait_ms', ${exactly(WAIT)}, 'duration_ms', ${exactly(DURATION)},
       'model_cost_usd', coalesce(sum((model_usage->>'cost_usd')::float), 0)) AS figures
     FROM tasks t LEFT JOIN attempts a ON a.task_id = t.id AND a.lease_epoch = 1,
       LATERAL (SELECT ${value} AS value) v WHERE ${FINAL} GROUP BY value`,
    [accountId],
  );
  return new Map(rows.map((row) => [row.value, about(row.figures)]));
}

type Aggregate = Readonly<
  Record<'wait_ms' | 'duration_ms', Readonly<Record<string, number>> | null>
>;

/** Matches rounded times that are at most 5 % off. */
function about(figures: Aggregate): object {
  const near = (times: Aggregate['wait_ms']) =>
    times && Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, closeTo(ms)]));
  const { wait_ms, duration_ms } = figures;
  return { ...figures, wait_ms: near(wait_ms), duration_ms: near(duration_ms) };
}

function closeTo(ms: number): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'number' && Math.abs(other - ms) <= ms * 0.05 + 1,
    toString: () => `about ${ms}`,
  };
}

async function read(accountId: string, grouping?: Grouping, bucket: 'hour' | 'day' = 'day') {
  const day = 86_400_000;
  const to = new Date(Math.ceil(Date.now() / day) * day);
  return readSummary(accountId, { bucket, from: new Date(to.getTime() - 6 * day), to }, grouping);
}

type Summary = Omit<ErrandSchemas['Statistics'], 'success' | 'from' | 'to' | 'bucket' | 'group_by'>;

async function readSummary(accountId: string, range: StatisticRange, grouping?: Grouping) {
  const summary = summarise(await statistics.read(accountId, range, grouping), range);
  return JSON.parse(writeObject<Summary>(summary).text) as Summary;
}

test('counts every ended task once, whatever ended it', async () => {
  const { rows } = await pool.query(
    `SELECT count(*) FILTER (WHERE status IN ('success', 'failed', 'cancelled'))::int AS ended, count(*)::int AS all,
       count(DISTINCT status)::int AS statuses, array_agg(DISTINCT error_class ORDER BY error_class) AS classes FROM tasks`,
  );
  const classes = ['lease_lost', 'locator_not_found', 'timeout', null];
  expect(rows).toEqual([{ ended: TASKS, all: TASKS, statuses: 3, classes }]);
  for (const accountId of accounts) {
    const { total } = await read(accountId);
    const all = await aggregate(accountId, 'null::text');
    expect(total).toEqual(all.get(null));
    expect((await read(accountId, undefined, 'hour')).total).toEqual(total);
  }
});

test.each(['hour', 'day'] as const)(
  'the figures of each %s are those of its tasks',
  async (span) => {
    for (const accountId of accounts) {
      const { buckets } = await read(accountId, undefined, span);
      expect(buckets).toHaveLength(span === 'day' ? 6 : 144);
      const filled = buckets.filter((figures) => figures.tasks > 0);
      expect(filled.length).toBeGreaterThan(3);
      const expected = await aggregate(
        accountId,
        `(extract(epoch FROM date_trunc('${span}', t.completed_at, 'UTC')) * 1000)::float`,
      );
      expect(expected.size).toBe(filled.length);
      for (const { starts_at: at, ...figures } of filled) {
        expect(figures).toEqual(expected.get(Date.parse(at)));
      }
    }
  },
);

test.each(['status', 'endpoint_name', 'error_class', 'recording_id'] as const)(
  'the figures of each %s are those of its tasks, and its buckets add up to them',
  async (grouping) => {
    for (const accountId of accounts) {
      const { groups } = await read(accountId, grouping);
      const expected = await aggregate(accountId, `t.${grouping}::text`);
      expect(new Map(groups.map(({ value, total }) => [value, total]))).toEqual(expected);
      for (const { total, buckets } of groups) {
        expect(buckets.reduce((sum, bucket) => sum + bucket.tasks, 0)).toBe(total.tasks);
      }
    }
  },
);

test('totals of past hours and days change no figure, even if computed repeatedly', async () => {
  const readAll = () =>
    Promise.all(
      accounts.flatMap((accountId) =>
        (['hour', 'day'] as const).flatMap((bucket) =>
          [undefined, ...GROUPINGS].map((grouping) => read(accountId, grouping, bucket)),
        ),
      ),
    );
  const before = await readAll();
  await expectSums();
  const countRows = async () => {
    const { rows } = await pool.query<{ open: number; totals: number }>(
      `SELECT (SELECT count(*)::int FROM task_statistics WHERE NOT is_in_total AND span = 'hour') AS open,
         (SELECT count(*)::int FROM statistic_totals) AS totals`,
    );
    return rows[0] ?? { open: 0, totals: 0 };
  };
  const { open } = await countRows();
  // Another process holds the lock.
  await database.transaction(async (other) => {
    await other.query('SELECT pg_advisory_xact_lock($1)', [TOTALS_LOCK]);
    expect(await totalBuckets(database)).toBe(false);
  });
  expect(await countRows()).toEqual({ open, totals: 0 });
  const first = await Promise.all([totalBuckets(database), totalBuckets(database)]);
  expect(first).toEqual([false, false]);
  const after = await countRows();
  expect(after.open).toBeLessThan(open / 2);
  expect(after.totals).toBeGreaterThan(20);
  expect(await readAll()).toEqual(before);
  await expectSums();
  expect(await totalBuckets(database)).toBe(false);
  expect(await countRows()).toEqual(after);

  // A task that ends in an hour with a total is counted separately first, then in the total.
  const [accountId = ''] = accounts;
  await pool.query('DROP TRIGGER end_earlier ON tasks');
  await endNow(accountId);
  const { rows: marked } = await pool.query<{ id: string }>(
    'UPDATE task_statistics SET is_in_total = true WHERE NOT is_in_total RETURNING id',
  );
  await endNow(accountId);
  expect((await countRows()).open).toBe(1);
  await pool.query('UPDATE task_statistics SET is_in_total = false WHERE id = ANY($1)', [
    marked.map(({ id }) => id),
  ]);
  await pool.query(
    "UPDATE task_statistics SET starts_at = starts_at - interval '2 days' WHERE NOT is_in_total",
  );
  const continued = await readAll();
  await totalBuckets(database);
  expect((await countRows()).open).toBe(0);
  expect(await readAll()).toEqual(continued);
});

/** Hours that do not make up whole days; the total is read from both tables. */
async function expectSums(): Promise<void> {
  const [accountId = ''] = accounts;
  const hour = 3_600_000;
  const now = Math.floor(Date.now() / hour) * hour;
  for (const [hours, end] of [
    [5, 0],
    [77, 1],
    [100, 13],
  ] as const) {
    const to = new Date(now - end * hour);
    const range = { bucket: 'hour', from: new Date(to.getTime() - hours * hour), to } as const;
    const { total, buckets, groups } = await readSummary(accountId, range, 'endpoint_name');
    expect(total.tasks).toBe(count(buckets));
    for (const group of groups) expect(group.total.tasks).toBe(count(group.buckets));
    expect(count(groups.map((group) => group.total))).toBe(total.tasks);
  }
}

function count(listed: readonly { readonly tasks: number }[]): number {
  return listed.reduce((sum, { tasks: ended }) => sum + ended, 0);
}

async function endNow(accountId: string): Promise<void> {
  const order = orderOf(undefined, { endpoint_name: 'order' });
  const { taskId } = await tasks.submit(accountId, order);
  await tasks.cancel(accountId, taskId);
}

test('deleting tasks does not change the figures, but old figures are deleted', async () => {
  const [accountId = ''] = accounts;
  const before = await read(accountId);
  await pool.query('DELETE FROM tasks WHERE account_id = $1', [accountId]);
  expect(await read(accountId)).toEqual(before);
  expect(await forgetStatistics(pool)).toBe(false);
  expect(await read(accountId, undefined, 'hour')).toMatchObject({ total: before.total });
  for (const table of ['task_statistics', 'statistic_totals']) {
    await pool.query(`UPDATE ${table} SET starts_at = starts_at - interval '91 days'`);
    expect(await leftIn(table)).toEqual(['day']);
    await pool.query(`UPDATE ${table} SET starts_at = starts_at - interval '710 days'`);
    expect(await leftIn(table)).toEqual([]);
  }
});

async function leftIn(table: string): Promise<readonly string[]> {
  await forgetStatistics(pool);
  await forgetTotals(pool);
  const { rows } = await pool.query<{ span: string }>(`SELECT DISTINCT span FROM ${table}`);
  return rows.map(({ span }) => span);
}
