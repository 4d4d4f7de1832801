import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);
const PATH = '/api/v1/statistics';

// proves operation: getStatistics
test('200 returns the figures of a task as soon as it has ended', async () => {
  await app.post(`/api/v1/tasks/${await app.submit()}/cancel`).expect(200);
  await app.submit();
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const counts = { calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: 0.25 };
  const model_usage = { ...counts, models: [] };
  const { body: open } = await app.get(PATH).expect(200);
  expect(open.total).toMatchObject({ tasks: 1, cancelled: 1, success_rate: null });
  await worker
    .report(lease, 'complete', { output_data: [], for_loop_status: [], model_usage })
    .expect(200);

  const { body } = await app.get(`${PATH}?bucket=day&group_by=status`).expect(200);
  const times = { mean: expect.any(Number), p50: expect.any(Number), p95: expect.any(Number) };
  const figures = {
    tasks: 2,
    success: 1,
    failed: 0,
    cancelled: 1,
    success_rate: 1,
    wait_ms: times,
    duration_ms: times,
    model_cost_usd: 0.25,
  };
  expect(body).toMatchObject({ bucket: 'day', group_by: 'status', has_more_groups: false });
  expect(body.total).toEqual(figures);
  expect(body.buckets.at(-1)).toEqual({ starts_at: expect.any(String), ...figures });
  expect(body.buckets.slice(0, -1)).toEqual(
    Array.from({ length: 30 }, () => expect.objectContaining({ tasks: 0, wait_ms: null })),
  );
  const success = { ...figures, tasks: 1, cancelled: 0 };
  const cancelled = { ...figures, tasks: 1, success: 0, success_rate: null, model_cost_usd: 0 };
  const waitless = { ...cancelled, wait_ms: null, duration_ms: null };
  const [starts_at] = [body.buckets.at(-1).starts_at];
  expect(body.groups).toHaveLength(2);
  expect(body.groups).toEqual(
    expect.arrayContaining([
      { value: 'success', total: success, buckets: [{ starts_at, ...success }] },
      { value: 'cancelled', total: waitless, buckets: [{ starts_at, ...waitless }] },
    ]),
  );
  const { body: other } = await app.get(PATH).set('x-api-key', app.otherApiKey).expect(200);
  expect(other.total).toMatchObject({ tasks: 0, success_rate: null, model_cost_usd: 0 });
});

async function ask(query: string): Promise<readonly unknown[]> {
  const { body } = await app.get(`${PATH}?${query}`).expect(200);
  return [body.bucket, body.from, body.to, body.buckets.length, body.groups, body.total.tasks];
}

test('200 widens the range to whole buckets', async () => {
  const from = '2026-03-01T09:15:00%2B01:00';
  expect(await ask(`from=${from}&to=2026-03-01T11:00:00Z`)).toEqual([
    'hour',
    '2026-03-01T08:00:00.000Z',
    '2026-03-01T11:00:00.000Z',
    3,
    [],
    0,
  ]);
  expect(await ask(`bucket=day&from=${from}&to=2026-03-01T11:00:00Z`)).toEqual([
    'day',
    '2026-03-01T00:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
    1,
    [],
    0,
  ]);
  expect(await ask('bucket=day&to=2026-03-31T00:00:00Z')).toEqual([
    'day',
    '2026-03-01T00:00:00.000Z',
    '2026-03-31T00:00:00.000Z',
    30,
    [],
    0,
  ]);
  expect(await ask('from=2026-02-27T00:00:00Z&to=2026-03-31T00:00:00Z')).toEqual([
    'hour',
    '2026-02-27T00:00:00.000Z',
    '2026-03-31T00:00:00.000Z',
    768,
    [],
    0,
  ]);
});

test('200 lists the 30 groups with the most tasks', async () => {
  await app.database.pool.query(
    `INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, tasks, wait_ms,
       wait_bins, duration_ms, duration_bins, cost_usd)
     SELECT $1, 'hour', '2026-01-01T00:00:00Z', gen_random_uuid(), 'name ' || n, 'failed', n, 0, '{}', 0, '{}', 0
     FROM generate_series(1, 31) n`,
    [app.accountId],
  );
  const range = 'from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z';
  const { body } = await app.get(`${PATH}?${range}&group_by=endpoint_name`).expect(200);
  expect(body.has_more_groups).toBe(true);
  expect(body.groups.map(({ value }: { value: string }) => value)).toEqual(
    Array.from({ length: 30 }, (_, place) => `name ${31 - place}`),
  );
  expect(body.total).toMatchObject({ tasks: 496, failed: 496, success_rate: 0 });
});

test('200 lists groups of the same size in the order of their values', async () => {
  // A later row of each grouping sorts first.
  await app.database.pool.query(
    `INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, error_class, tasks,
       wait_ms, wait_bins, duration_ms, duration_bins, cost_usd)
     SELECT $1, 'hour', '2026-01-03T00:00:00Z', gen_random_uuid(), name, status::task_status, class, 1, 0, '{}', 0, '{}', 0
     FROM (VALUES (1, 'b', 'failed', 'timeout'), (2, 'a', 'success', NULL), (3, 'Z', 'cancelled', 'lease_lost'))
       AS ended (place, name, status, class) ORDER BY place`,
    [app.accountId],
  );
  const range = 'from=2026-01-03T00:00:00Z&to=2026-01-03T01:00:00Z';
  const list = async (grouping: string) => {
    const { body } = await app.get(`${PATH}?${range}&group_by=${grouping}`).expect(200);
    return body.groups.map(({ value }: { value: string | null }) => value);
  };
  expect(await list('endpoint_name')).toEqual(['Z', 'a', 'b']);
  expect(await list('status')).toEqual(['cancelled', 'failed', 'success']);
  expect(await list('error_class')).toEqual([null, 'lease_lost', 'timeout']);
});

test('200 lists fewer groups if they have more figures than a response may contain', async () => {
  await app.database.pool.query(
    `INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, tasks, wait_ms,
       wait_bins, duration_ms, duration_bins, cost_usd)
     SELECT $1, span, '2026-01-05T00:00:00Z', gen_random_uuid(), 'name ' || n, 'failed', n, 0, '{}', 0, '{}', 0
     FROM generate_series(1001, 1015) n, unnest(enum_range(NULL::statistic_span)) span`,
    [app.accountId],
  );
  const read = async (from: string): Promise<readonly unknown[]> => {
    const range = `from=${from}&to=2026-01-06T00:00:00Z&group_by=endpoint_name`;
    const { body } = await app.get(`${PATH}?${range}`).expect(200);
    return [body.groups.length, body.groups[0].value, body.has_more_groups];
  };
  expect(await read('2025-12-30T00:00:00Z')).toEqual([8, 'name 1015', true]);
  expect(await read('2026-01-05T00:00:00Z')).toEqual([15, 'name 1015', false]);
});

// proves operation: getStatistics
test('422 for too many figures to find the largest groups, and 200 without groups', async () => {
  await app.database.pool.query(
    `INSERT INTO statistic_totals (account_id, span, grouping, value, starts_at, tasks, success, failed, cancelled,
       wait_ms, wait_bins, duration_ms, duration_bins, cost_usd, figures)
     SELECT $1, 'hour', 'endpoint_name', 'name ' || n, '2026-01-07T00:00:00Z', 1, 1, 0, 0, 0, '', 0, '', 0, '{}'
     FROM generate_series(1, 30001) n`,
    [app.accountId],
  );
  const range = 'from=2026-01-07T00:00:00Z&to=2026-01-07T01:00:00Z';
  const { body } = await app.get(`${PATH}?${range}&group_by=endpoint_name`).expect(422);
  expect(body.detail[0]).toMatchObject({
    loc: ['query', 'group_by'],
    msg: expect.stringMatching(/too many figures of endpoint_name .* later from, or bucket=day\.$/),
  });
  await app.get(`${PATH}?${range}&group_by=status`).expect(200);
});

// proves operation: getStatistics
test('401 without a key', async () => {
  await supertest(app.app).get(PATH).expect(401);
});

// proves operation: getStatistics
test.each([
  ['from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z', /^from is not before to \(2026-03-02T00/],
  ['from=2999-01-01T00:00:00Z', /^from is "2999-01-01T00:00:00Z": specify a time between 2000 and/],
  [
    'to=0000-01-01T00:00:00Z',
    /^to is "0000-01-01T00:00:00Z": specify a time between 2000 and 2100/,
  ],
  ['to=2016-12-31T23:59:60Z', /^to is "2016-12-31T23:59:60Z": specify a time/],
  ['from=2026-01-01T00:00:00Z&to=2026-02-02T01:00:00Z', /more than 32 days .*, or bucket=day\.$/],
  [
    'from=2026-01-01T00:00:00Z&to=2026-01-08T01:00:00Z&group_by=status',
    /7 days .*=status: specify/,
  ],
  ['bucket=day&from=2025-01-01T00:00:00Z&to=2026-02-06T00:00:00Z', /more than 400 days before to/],
  ['bucket=week', /^bucket /],
  ['group_by=login', /^group_by /],
  ['from=yesterday', /^from /],
])('422 for %s', async (query, message) => {
  const { body } = await app.get(`${PATH}?${query}`).expect(422);
  expect(body.detail).toEqual([expect.objectContaining({ msg: expect.stringMatching(message) })]);
});
