import { ERROR_CLASSES } from '@errand/api-types';
import { beforeEach, expect, test } from '@jest/globals';
import { requeueDeliveries } from '../callbacks/requeue-deliveries.ts';
import { createDemandStore } from '../demand/demand-store.ts';
import { checkQueue } from '../queue-check/check-queue.ts';
import { CHECKS } from '../queue-check/check-registry.ts';
import { createMetrics } from '../telemetry/create-metrics.ts';
import { claimNow, holderOf, noResult, orderOf, testLogger } from '../testing/open-stores.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useStores } from '../testing/use-stores.ts';
import { createMetricsWriter, type MetricsParts } from './write-metrics.ts';

let counted = createMetrics();
const observer = new Proxy(counted.observer, {
  get: (_, name: keyof typeof counted.observer) => counted.observer[name],
});
const stores = await useStores({ observer });
const { database, queue, tasks, leases } = stores;
let accountId: string;
beforeEach(async () => {
  counted = createMetrics();
  accountId = await stores.reset();
});

function writerOf(parts: Partial<MetricsParts> = {}) {
  return createMetricsWriter({
    registry: counted.registry,
    readThread: async () => createMetrics().registry.getMetricsAsJSON(),
    demand: createDemandStore({ database, queue }),
    database,
    logger: testLogger,
    ...parts,
  });
}

function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function read(series: readonly string[], writer = writerOf()) {
  const text = await writer();
  return Object.fromEntries(series.map((name) => [name, valueOf(text, name)]));
}

const failure = { message: 'no', retry: 'never' as const, nodePath: 'nodes/0', pageUrl: '' };

test('shows every error class from the start, so that its first tasks count', async () => {
  const series = ['out_of_memory', 'browser_crashed', 'other'].map(
    (errorClass) => `errand_tasks_ended_total{status="failed",error_class="${errorClass}"}`,
  );
  expect(Object.values(await read(series))).toEqual([0, 0, 0]);
});

test('counts each end of a task once, by status and known error class', async () => {
  for (const key of ['a', 'a', 'b']) {
    await tasks.submit(accountId, { ...orderOf(), idempotency: { key, body: {} } });
  }
  const [first, second] = [await claimNow(leases), await claimNow(leases)];
  const { taskId: cancelled } = await tasks.submit(accountId, orderOf());
  await tasks.cancel(accountId, cancelled);
  await tasks.cancel(accountId, cancelled);
  await leases.complete(holderOf(first), noResult);
  // The worker repeats a report whose response was lost.
  await leases.complete(holderOf(first), noResult);
  const reported = { ...failure, ...noResult, errorClass: 'my_secret_4711' };
  await leases.fail(holderOf(second), reported);
  await tasks.submit(accountId, orderOf());
  const known = { ...failure, ...noResult, errorClass: 'locator_not_found' };
  await leases.fail(holderOf(await claimNow(leases)), known);
  const ended = 'errand_tasks_ended_total';
  expect(
    await read([
      'errand_tasks_submitted_total{place="fleet"}',
      'errand_claims_total',
      'errand_task_schedule_to_start_seconds_count{lane="default"}',
      `${ended}{status="success",error_class="none"}`,
      `${ended}{status="failed",error_class="locator_not_found"}`,
      `${ended}{status="failed",error_class="other"}`,
      `${ended}{status="cancelled",error_class="none"}`,
    ]),
  ).toEqual({
    'errand_tasks_submitted_total{place="fleet"}': 4,
    errand_claims_total: 3,
    'errand_task_schedule_to_start_seconds_count{lane="default"}': 3,
    [`${ended}{status="success",error_class="none"}`]: 1,
    [`${ended}{status="failed",error_class="locator_not_found"}`]: 1,
    [`${ended}{status="failed",error_class="other"}`]: 1,
    [`${ended}{status="cancelled",error_class="none"}`]: 1,
  });
});

test('counts leases that were lost or given back, and how long tasks waited for a worker', async () => {
  await tasks.submit(accountId, orderOf());
  await database.pool.query(`UPDATE pgboss.job SET created_on = created_on - interval '40 s',
    start_after = start_after - interval '40 s'`);
  await leases.release(holderOf(await claimNow(leases)));
  const unfit = holderOf(await claimNow(leases));
  await leases.release(unfit, { reason: 'unfit' });
  // The worker repeats the report, because the response was lost.
  await leases.release(unfit, { reason: 'unfit' });
  await claimNow(leases);
  await database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'`);
  await leases.takeBackLost();
  await leases.start(holderOf(await claimNow(leases)));
  await database.pool.query(`UPDATE tasks SET started_at = now() - interval '1 day'`);
  await leases.endOverdue(0);
  const wait = 'errand_task_schedule_to_start_seconds_bucket';
  expect(
    await read([
      'errand_leases_released_total{reason="drain"}',
      'errand_leases_released_total{reason="unfit"}',
      'errand_leases_lost_total{reason="expired"}',
      'errand_leases_lost_total{reason="overdue"}',
      'errand_tasks_ended_total{status="failed",error_class="timeout"}',
      `${wait}{le="30",lane="default"}`,
      `${wait}{le="60",lane="default"}`,
    ]),
  ).toEqual({
    'errand_leases_released_total{reason="drain"}': 1,
    'errand_leases_released_total{reason="unfit"}': 1,
    'errand_leases_lost_total{reason="expired"}': 1,
    'errand_leases_lost_total{reason="overdue"}': 1,
    'errand_tasks_ended_total{status="failed",error_class="timeout"}': 1,
    [`${wait}{le="30",lane="default"}`]: 3,
    [`${wait}{le="60",lane="default"}`]: 4,
  });
});

test('reads the state of the installation once for concurrent scrapes', async () => {
  await database.pool.query(`INSERT INTO accounts (id, name, worker_label)
    VALUES (gen_random_uuid(), 'labelled', 'eu')`);
  await database.pool.query(`INSERT INTO workers (id, slots) VALUES ('w', 3)`);
  await tasks.submit(accountId, orderOf('ann'));
  await tasks.submit(accountId, orderOf('ann'));
  let readings = 0;
  const demand = createDemandStore({ database, queue });
  const writer = writerOf({
    demand: {
      read: (labels) => {
        readings += 1;
        return demand.read(labels);
      },
    },
  });
  const texts = await Promise.all([writer(), writer(), writer()]);
  expect(readings).toBe(2);
  expect(new Set(texts.map((text) => valueOf(text, 'errand_installation_up')))).toEqual(
    new Set([1]),
  );
  expect(
    await read(
      [
        'errand_queue_claimable{lane="default"}',
        'errand_queue_claimable{lane="eu"}',
        'errand_queue_tasks{lane="default",reason="login_busy"}',
        'errand_queue_busy{lane="default"}',
        'errand_callbacks_pending',
        'errand_workers_slots',
      ],
      writer,
    ),
  ).toEqual({
    'errand_queue_claimable{lane="default"}': 1,
    'errand_queue_claimable{lane="eu"}': 0,
    'errand_queue_tasks{lane="default",reason="login_busy"}': 1,
    'errand_queue_busy{lane="default"}': 0,
    errand_callbacks_pending: 0,
    errand_workers_slots: 3,
  });
  expect(readings).toBe(2);
});

const bytesOf = (kind: string) => `errand_storage_bytes{kind="${kind}"}`;

test('shows what accounts store, what they upload, and which files cannot be deleted', async () => {
  await database.pool.query('DELETE FROM pending_uploads');
  const kinds = ['stored', 'uploading', 'database'].map(bytesOf);
  const before = await read([...kinds, 'errand_storage_undeletable']);
  expect(before).toMatchObject({ [bytesOf('uploading')]: 0, errand_storage_undeletable: 0 });
  expect(before[bytesOf('database')]).toBeGreaterThan(1_000_000);
  const prefix = 'tasks/uploading/';
  await stores.uploads.begin(prefix, accountId);
  await stores.uploads.reserve(prefix, 5_000);
  await database.pool.query(
    `INSERT INTO pending_uploads (prefix, failures) VALUES ('tasks/stuck/', 3), ('tasks/due/', 0)`,
  );
  expect(await read([...kinds, 'errand_storage_undeletable'])).toMatchObject({
    [bytesOf('stored')]: before[bytesOf('stored')],
    [bytesOf('uploading')]: 5_000,
    errand_storage_undeletable: 1,
  });
  await tasks.submit(accountId, orderOf());
  const after = await read(kinds);
  expect(after[bytesOf('stored')]).toBeGreaterThan(before[bytesOf('stored')] ?? Infinity);
});

test('does not count the age of a result that is delivered again', async () => {
  const { taskId } = await tasks.submit(accountId, orderOf());
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO callback_deliveries (id, task_id, account_id, url, attempts, created_at)
     VALUES (gen_random_uuid(), $1, $2, 'https://receiver.example', 3, now() - interval '7 days')
     RETURNING id`,
    [taskId, accountId],
  );
  const oldest = 'errand_callbacks_oldest_pending_seconds';
  expect((await read([oldest]))[oldest]).toBeGreaterThan(7 * 86_400 - 1);
  await database.pool.query(`UPDATE callback_deliveries SET state = 'failed'`);
  const ids = rows.map(({ id }) => id);
  await requeueDeliveries(stores, accountId, { ids, states: ['failed'] });
  expect(await read(['errand_callbacks_pending', oldest])).toEqual({
    errand_callbacks_pending: 1,
    [oldest]: 0,
  });
});

test('shows what the last queue check found', async () => {
  await tasks.submit(accountId, orderOf('ann'));
  await database.pool.query('DELETE FROM pgboss.job');
  const { counts } = await checkQueue(database);
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  expect(kinds.length).toBeGreaterThan(0);
  const found = CHECKS.map(({ kind, severity }) => ({ kind, severity, count: counts[kind] ?? 0 }));
  counted.observer.queueChecked(found);
  const text = await writerOf()();
  for (const { kind, severity, count } of found) {
    const series = `errand_queue_deviations{kind="${kind}",severity="${severity}"}`;
    expect(valueOf(text, series)).toBe(count);
  }
});

test('shows what it can while the database or the other thread does not respond', async () => {
  const { logger, entries } = recordLogs();
  const thread = createMetrics();
  for (let lost = 0; lost < 12; lost += 1) thread.observer.leaseLost('expired');
  let readings = 0;
  const writer = writerOf({
    readThread: () =>
      (readings += 1) === 1 ? thread.registry.getMetricsAsJSON() : new Promise(() => undefined),
    demand: { read: () => Promise.reject(new Error('The database is away.')) },
    logger,
  });
  const before = await writer();
  expect(valueOf(before, 'errand_leases_lost_total{reason="expired"}')).toBe(12);
  counted.observer.taskSubmitted('local');
  const text = await writer();
  expect(valueOf(text, 'errand_leases_lost_total{reason="expired"}')).toBe(12);
  expect(valueOf(text, 'errand_tasks_submitted_total{place="local"}')).toBe(1);
  expect(valueOf(text, 'errand_installation_up')).toBe(0);
  expect(text).not.toContain('errand_queue_claimable');
  expect(entries.map(({ what }) => what)).toEqual([
    'installation',
    'installation',
    'worker listener',
  ]);
});

test('adds up what both threads counted', async () => {
  const thread = createMetrics();
  thread.observer.taskEnded('success');
  counted.observer.taskEnded('success');
  const writer = writerOf({ readThread: async () => thread.registry.getMetricsAsJSON() });
  const series = 'errand_tasks_ended_total{status="success",error_class="none"}';
  expect(await read([series], writer)).toEqual({ [series]: 2 });
});

test('has no label whose values clients could choose', async () => {
  const { observer: all, requestServed } = counted;
  all.taskEnded('failed', 'x'.repeat(50));
  all.taskClaimed({ label: 'default', waitedSeconds: 1 });
  all.callbackTried('delivered', 1);
  all.queueChecked(CHECKS.map((check) => ({ ...check, count: 0 })));
  requestServed({ method: 'BREW', route: 'none', status: 404, milliseconds: 3 });
  const closed: Readonly<Record<string, readonly (string | RegExp)[]>> = {
    place: ['fleet', 'local'],
    status: ['success', 'failed', 'cancelled'],
    error_class: ['none', 'other', ...ERROR_CLASSES],
    lane: ['default'],
    reason: [
      'expired',
      'overdue',
      'drain',
      'unfit',
      'revoked',
      'login_busy',
      'portal_limit',
      'account_limit',
      'warm_session_busy',
      'paused',
      'queue_full',
      'export_failed',
      'shutdown',
    ],
    outcome: ['delivered', 'failed', 'pending', 'submitted', 'skipped', 'refused', 'missed'],
    severity: ['fault', 'notice'],
    kind: ['task', 'file', 'stored', 'uploading', 'database', ...CHECKS.map(({ kind }) => kind)],
    http_request_method: ['_OTHER'],
    http_route: ['none'],
    http_response_status_code: [/^[1-5]\d\d$/],
    le: [/^[\d.]+$/, '+Inf'],
  };
  const text = await writerOf()();
  const labels = text
    .split('\n')
    .filter((line) => /^(errand|http)_/.test(line))
    .flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)]);
  const open = labels.filter(
    ([, name = '', value = '']) =>
      !closed[name]?.some((one) => (one instanceof RegExp ? one.test(value) : one === value)),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(open.map(([label]) => label)).toEqual([]);
});
