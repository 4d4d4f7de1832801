import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { settleAccounts } from '../login-queues/settle-accounts.ts';
import type { TestStores } from '../testing/open-stores.ts';
import { begin } from '../testing/begin.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { pick, startRun, step } from '../testing/random-steps.ts';
import { useStores } from '../testing/use-stores.ts';
import { createDemandStore } from './demand-store.ts';

/** Set DEMAND_STATES=1000 DEMAND_SEED=1 for a longer run than the default. */
const STATES = Number(process.env['DEMAND_STATES'] ?? 25);
const SEED = Number(process.env['DEMAND_SEED'] ?? 20_261_123);
/** Tasks of each kind in the test with long queues. */
const ROWS = 3_000;

const stores = await useStores();
const demand = createDemandStore(stores);
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test(
  'counts as claimable exactly what new workers then claim, in random states',
  async () => {
    const run = await startRun(stores, SEED);
    let claimed = 0;
    let heldBack = 0;
    for (let state = 1; state <= STATES; state += 1) {
      for (let left = 12; left > 0; left -= 1) await step(run);
      await settleAccounts(stores);
      const labels = pick(run, [['default'], ['acme'], ['default', 'acme']]) ?? [];
      const { claimable, busy, waiting } = await demand.read(labels);
      const workerId = `new-${state}`;
      const leases = await claimAll(workerId, labels);
      expect({ state, claimable }).toEqual({ state, claimable: leases.length });
      const after = await demand.read(labels);
      expect(after).toMatchObject({ claimable: 0, busy: busy + leases.length });
      expect(sum(after.waiting)).toBe(sum(waiting));
      expect(claimable + sum(waiting)).toBe(leases.length + (await countQueued(labels)));
      for (const lease of leases) run.held.push({ lease, workerId });
      claimed += leases.length;
      heldBack += sum(waiting);
    }
    expect(Math.min(claimed, heldBack)).toBeGreaterThan(STATES / 2);
  },
  60_000 + STATES * 1_000,
);

test('names what the other tasks wait for', async () => {
  const submit = (login?: string, more: object = {}) =>
    stores.tasks.submit(accountId, orderOf(login, more));
  for (const login of ['ann', 'ann', 'ann', 'bob']) await submit(login);
  await submit();
  expect(await demand.read([])).toMatchObject({
    claimable: 3,
    busy: 0,
    waiting: { login_busy: 2, portal_limit: 0, account_limit: 0, warm_session_busy: 0 },
  });
  expect((await demand.read(['default'])).oldestClaimableSeconds).toBeGreaterThan(0);
  expect(await demand.read(['acme'])).toMatchObject({ claimable: 0, oldestClaimableSeconds: 0 });

  for (let n = 0; n < 3; n += 1) {
    await submit(undefined, { endpoint_name: 'invoice', max_parallelism: 2 });
  }
  expect(await demand.read([])).toMatchObject({ claimable: 5, waiting: { portal_limit: 1 } });
  await stores.database.prisma.account.update({
    where: { id: accountId },
    data: { maxRunning: 4 },
  });
  const { waiting } = await demand.read([]);
  expect(waiting).toMatchObject({ login_busy: 2, portal_limit: 1, account_limit: 1 });
});

test.each([
  ['a portal without a limit', {}],
  ['a portal with room', { max_parallelism: 2 }],
])(
  'leaves a task at %s to the worker that keeps the warm session of its login',
  async (_, limit) => {
    const order = orderOf('ann', { is_dedicated: true, per_login_parallelism: 2, ...limit });
    await stores.tasks.submit(accountId, order);
    expect(await demand.read([])).toMatchObject({ claimable: 1 });
    const lease = await claimNow(stores.leases);
    await stores.tasks.submit(accountId, order);
    await stores.leases.complete(holderOf(lease), { ...noResult, session: 'kept' });
    const left = { claimable: 0, waiting: { warm_session_busy: 1 } };
    expect(await demand.read([])).toMatchObject(left);
    // The claim gives its permit to the session.
    expect(await claimNow(stores.leases, 'worker-2')).toBeUndefined();
    expect(await demand.read([])).toMatchObject(left);
  },
);

test('ignores tasks of local inference servers', async () => {
  await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.database.pool.query('UPDATE tasks SET is_local = true');
  expect(await demand.read([])).toMatchObject({ claimable: 0, busy: 0 });
});

test('reads few rows of long queues, all of them by index', async () => {
  // Statistics of the empty tables of earlier tests would mislead the planner.
  await stores.database.pool.query('TRUNCATE accounts, workers CASCADE');
  accountId = await stores.reset();
  await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.tasks.submit(accountId, orderOf());
  await lengthenQueues();
  await using reader = await begin(stores);
  const { rows: counted } = await reader.query('SELECT * FROM demand($1, 1000)', [['default']]);
  expect(counted).toMatchObject([
    { claimable: 1_000, waiting: { login_busy: ROWS, portal_limit: 1_000 } },
  ]);
  const { rows: reads } = await reader.query<{ name: string; scans: number; fetched: number }>(
    `SELECT relname AS name, seq_scan::int scans, idx_tup_fetch::int fetched FROM pg_stat_xact_user_tables
     WHERE relname IN ('tasks', 'login_queues')`,
  );
  for (const { name, scans, fetched } of reads) {
    expect({ name, scans, few: fetched < 5_000 }).toEqual({ name, scans: 0, few: true });
  }
});

/**
 * Adds ROWS tasks of each kind: behind one login, each with its own login at a portal with room,
 * each with its own login at a full portal, and without a login at the full portal.
 */
async function lengthenQueues(): Promise<void> {
  const { pool } = stores.database;
  await pool.query(
    `INSERT INTO portals (account_id, origin, max_parallelism)
     SELECT $1, 'https://' || n, CASE n WHEN 'full' THEN 0 END FROM unnest('{full,free}'::text[]) n`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO login_queues (account_id, portal_id, key, waiting, issued)
     SELECT account_id, id, 'login-' || id || '-' || n, 1, 1 FROM portals, generate_series(1, $1) n
     WHERE origin IN ('https://full', 'https://free')`,
    [ROWS],
  );
  await pool.query(
    `UPDATE login_queues SET waiting = 1 + $1 FROM tasks t WHERE t.login_queue_id = login_queues.id`,
    [ROWS],
  );
  const columns = 'account_id, recording_id, recording_version_id, endpoint_name, input_parameters';
  await pool.query(
    `WITH one AS (SELECT ${columns}, login_queue_id, portal_id FROM tasks WHERE login_queue_id IS NOT NULL),
       places AS (
         SELECT id, portal_id FROM login_queues WHERE key LIKE 'login-%'
         UNION ALL SELECT login_queue_id, portal_id FROM one, generate_series(1, $1)
         UNION ALL SELECT NULL, id FROM portals, generate_series(1, $1) WHERE origin = 'https://full')
     INSERT INTO tasks (id, ${columns}, login_queue_id, portal_id)
     SELECT gen_random_uuid(), ${columns}, places.id, places.portal_id FROM one, places`,
    [ROWS],
  );
  await pollUntil('the planner knows that all rows are visible', vacuumAll);
}

/**
 * Without pages that are marked as visible to all, a sequential scan costs less than an index-only
 * scan. VACUUM marks none that a snapshot of another connection may not see, and autovacuum has such
 * a snapshot while it analyzes any table of this database.
 */
async function vacuumAll(): Promise<boolean> {
  const { pool } = stores.database;
  await pool.query('VACUUM ANALYZE tasks, login_queues');
  const { rows } = await pool.query<{ all_visible: boolean }>(
    `SELECT bool_and(relallvisible = relpages) AS all_visible FROM pg_class
     WHERE oid IN ('tasks'::regclass, 'login_queues'::regclass)`,
  );
  return rows[0]?.all_visible === true;
}

async function claimAll(workerId: string, labels: readonly string[]) {
  await stores.database.pool.query('INSERT INTO workers (id, labels) VALUES ($1, $2)', [
    workerId,
    labels,
  ]);
  const { signal } = new AbortController();
  const leases: NonNullable<Awaited<ReturnType<TestStores['leases']['claim']>>>[] = [];
  for (;;) {
    const lease = await stores.leases.claim({ workerId, labels, waitSeconds: 0, signal });
    if (!lease) return leases;
    leases.push(lease);
  }
}

async function countQueued(labels: readonly string[]): Promise<number> {
  const { rows } = await stores.database.pool.query<{ n: number }>(
    `SELECT count(*)::int n FROM tasks t JOIN accounts a ON a.id = t.account_id
     WHERE t.status = 'queued' AND coalesce(a.worker_label, 'default') = ANY($1)`,
    [labels],
  );
  return rows[0]?.n ?? 0;
}

function sum(waiting: object): number {
  return Object.values(waiting).reduce((total, count) => total + count, 0);
}
