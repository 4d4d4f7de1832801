import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { DELIVERY_QUEUE } from '../transitions/queue-delivery.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/deliveries/redeliver';
const app = await useTestApp();
const { pool } = app.database;

/** Placeholder in a filter for the id of a task that does not exist yet. */
const SECOND_TASK = 'second task';

/** Two ended tasks of this account, and one of the other account. */
let taskIds: [string, string, string];
beforeAll(async () => {
  taskIds = [await endedTask(app.apiKey), await endedTask(app.apiKey), ''];
  const { rows } = await pool.query('SELECT id FROM accounts WHERE name = $1', ['other']);
  const sent = { endpointName: 'order', automation: orderAutomation };
  await app.dependencies.recordings.save(rows[0].id, sent);
  taskIds[2] = await endedTask(app.otherApiKey);
});

async function endedTask(key: string): Promise<string> {
  const { body } = await app
    .post('/api/v1/inference', orderSubmission)
    .set('x-api-key', key)
    .expect(202);
  await app.post(`/api/v1/tasks/${body.task_id}/cancel`).set('x-api-key', key).expect(200);
  return body.task_id;
}

/** Replaces all deliveries: one per minute, newest first, in the given order. */
async function store(
  deliveries: readonly { readonly task?: number; readonly url?: string; readonly state?: string }[],
): Promise<readonly string[]> {
  await pool.query('DELETE FROM callback_deliveries');
  await pool.query('DELETE FROM pgboss.job WHERE name = $1', [DELIVERY_QUEUE]);
  const ids = deliveries.map(() => randomUUID());
  await pool.query(
    `INSERT INTO callback_deliveries (id, task_id, account_id, url, state, attempts, created_at)
     SELECT d.id, d.task_id, t.account_id, d.url, d.state, 3, '2026-03-01T12:00:00Z'::timestamptz - d.n * interval '1 min'
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::delivery_state[]) WITH ORDINALITY
       d (id, task_id, url, state, n) JOIN tasks t ON t.id = d.task_id`,
    [
      ids,
      deliveries.map(({ task = 0 }) => taskIds[task]),
      deliveries.map(({ url = 'https://erp.example/in' }) => url),
      deliveries.map(({ state = 'failed' }) => state),
    ],
  );
  return ids;
}

/** The ids of deliveries that have a job, once per job. */
async function queuedIds(): Promise<readonly string[]> {
  const { rows } = await pool.query(
    `SELECT data->>'deliveryId' AS id FROM pgboss.job WHERE name = $1`,
    [DELIVERY_QUEUE],
  );
  return rows.map(({ id }) => id);
}

const redeliver = async (filter: object) => (await app.post(PATH, filter).expect(200)).body;
const idsOf = ({ results }: { results: { delivery_id: string }[] }) =>
  results.map(({ delivery_id: id }) => id);

// proves operation: redeliverMany
test('200 queues every failed delivery of the account once, and leaves the others alone', async () => {
  const ids = await store([
    {},
    { state: 'pending' },
    { state: 'delivered' },
    { task: 1 },
    { task: 2 },
  ]);
  const body = await redeliver({ state: 'failed' });
  expect(body).toEqual({
    success: true,
    queued_count: 2,
    skipped_count: 0,
    has_more: false,
    next_cursor: null,
    results: [
      { delivery_id: ids[0], task_id: taskIds[0], outcome: 'queued' },
      { delivery_id: ids[3], task_id: taskIds[1], outcome: 'queued' },
    ],
  });
  const { rows } = await pool.query(
    `SELECT id FROM callback_deliveries WHERE state = 'pending' AND tries_before = 3 AND attempts = 3`,
  );
  const queued = new Set([ids[0], ids[3]]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(queued);
  expect(await redeliver({ state: 'failed' })).toMatchObject({ queued_count: 0, results: [] });
  const jobs = await queuedIds();
  expect([jobs.length, new Set(jobs)]).toEqual([2, queued]);
});

test.each<[Record<string, string | string[]>, number[]]>([
  [{ task_ids: [SECOND_TASK, randomUUID(), 'none'] }, [2]],
  [{ url_prefix: 'https://erp.example/' }, [0, 3]],
  [{ url_prefix: 'https://erp.example/%' }, []],
  [{ created_after: '2026-03-01T11:58:00Z' }, [0, 1]],
  [{ created_before: '2026-03-01T11:58:00Z', url_prefix: 'https://erp' }, [3]],
  [{ state: 'delivered' }, [4]],
])('200 for the filter %j', async (filter, expected) => {
  const mail = { url: 'mailto:ann@acme.example' };
  const ids = await store([{}, mail, { task: 1, ...mail }, {}, { state: 'delivered' }]);
  const sent = JSON.parse(JSON.stringify(filter).replace(SECOND_TASK, taskIds[1]));
  const found = idsOf(await redeliver(sent));
  expect(found.map((id) => ids.indexOf(id))).toEqual(expected);
});

test('200 leaves out emails that asked for a person', async () => {
  const [mail, result] = await store([{ url: 'mailto:ann@acme.example' }, {}]);
  await pool.query(
    'UPDATE callback_deliveries SET human_wait_id = gen_random_uuid() WHERE id = $1',
    [mail],
  );
  expect(idsOf(await redeliver({ state: 'failed' }))).toEqual([result]);
});

test('200 handles at most a thousand, and continues after them with the cursor', async () => {
  const ids = await store(Array.from({ length: 1_001 }, () => ({ state: 'delivered' })));
  let answer = await redeliver({ state: 'delivered' });
  // On a busy machine, a call reaches its deadline with fewer deliveries.
  expect(answer).toMatchObject({ queued_count: idsOf(answer).length, has_more: true });
  expect(answer.queued_count).toBeLessThanOrEqual(1_000);
  const found = [...idsOf(answer)];
  // The first delivery has arrived by now, so it no longer matches.
  const data = { state: 'delivered' } as const;
  await app.database.prisma.callbackDelivery.update({ where: { id: ids[0] ?? '' }, data });
  while (answer.has_more) {
    answer = await redeliver({ state: 'delivered', cursor: answer.next_cursor });
    found.push(...idsOf(answer));
  }
  expect(found).toEqual(ids);
  expect(answer.next_cursor).toBeNull();
});

test('200 queues each delivery once for two concurrent calls', async () => {
  const ids = await store(Array.from({ length: 150 }, () => ({})));
  const answers = await Promise.all([
    redeliver({ state: 'failed' }),
    redeliver({ state: 'failed' }),
  ]);
  const queued = answers.reduce((sum, { queued_count: count }) => sum + count, 0);
  const jobs = await queuedIds();
  expect([queued, jobs.length, new Set(jobs)]).toEqual([150, 150, new Set(ids)]);
});

test.each([
  [{}, []],
  [{ state: 'pending' }, ['state']],
  [{ task_ids: [] }, ['task_ids']],
  [{ url_prefix: '' }, ['url_prefix']],
  [{ created_after: '2026-06-30T23:59:60Z' }, ['created_after']],
  [{ cursor: 'b3RoZXI' }, ['cursor']],
  [{ delivery_ids: ['1'] }, ['delivery_ids']],
])('422 for %j', async (filter, loc) => {
  const { body } = await app.post(PATH, filter).expect(422);
  expect(body.detail[0].loc).toEqual(['body', ...loc]);
});

test('401 without a key, and 403 for a key that may only read', async () => {
  const key = await app.dependencies.apiKeys.create(app.accountId, { name: 'r', scopes: ['read'] });
  await supertest(app.app).post(PATH).send({ state: 'failed' }).expect(401);
  await app.post(PATH, { state: 'failed' }).set('x-api-key', key.key).expect(403);
});
