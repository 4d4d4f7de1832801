import { pollUntil } from '@errand/test-kit';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { begin } from '../testing/begin.ts';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/tasks/batch';

const app = await useTestApp({ logger: recordLogs().logger });
beforeAll(async () => {
  const elsewhere = { ...orderAutomation, url: 'https://elsewhere.example/' };
  const recording = { endpointName: 'elsewhere', automation: elsewhere };
  await app.dependencies.recordings.save(app.accountId, recording);
});
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE tasks, idempotency_keys CASCADE');
  await app.database.pool.query('DELETE FROM login_queues');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

const order = (more: object = {}) => ({ ...orderSubmission, ...more });
const send = async (tasks: readonly unknown[], headers: Readonly<Record<string, string>> = {}) =>
  (await app.post(PATH, { tasks }).set(headers).expect(200)).body;
const countTasks = () => app.database.prisma.task.count();
const idsOf = (body: { results: { task_id: string }[] }) =>
  body.results.map(({ task_id: taskId }) => taskId);
/** The ids of all but the first and the third task. */
const unchangedOf = (body: Parameters<typeof idsOf>[0]) =>
  idsOf(body).filter((_, index) => index !== 0 && index !== 2);
/** Tasks of one login, recognisable by their number. */
const numbered = (username: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) =>
    order({
      input_parameters: { username: [username], number: [String(n)] },
      unique_parameter_names: ['username'],
      ...more,
    }),
  );

const limitStorage = (storageLimitBytes: bigint | null) =>
  app.database.prisma.account.update({
    where: { id: app.accountId },
    data: { storageLimitBytes },
  });

// proves operation: submitTasks
test('200 refuses faulty submissions as single requests would, and stores the rest', async () => {
  const faulty = [
    'order',
    {},
    order({ input_parameters: { username: 'ann', number: ['7'] } }),
    order({ input_parameters: { username: ['ann'] } }),
    order({ unique_parameter_names: ['none'] }),
    order({ endpoint_name: 'none' }),
    order({ priority: 'high', endpoint: 'order' }),
    order({ use_proxy: true, is_dedicated: true }),
    order({ rdp_parameter: { host: 'desk' } }),
    order({ task_callback_url: 'ftp://erp.example' }),
    order({ secure_parameters: { code: [{ onepassword: { vault_name: 'a' } }] } }),
    order({
      secure_parameters: {
        code: [{ onepassword: { vault_name: 'None', item_name: 'a', field_name: 'b' } }],
      },
    }),
    order({ input_files: [{ name: 'a/b', content_base64: '' }] }),
  ];
  // Null has the same effect as omitting the member.
  const good = order({ max_timeout_in_minutes: null, priority: -3 });
  const body = await send([...faulty, good]);
  expect(body).toMatchObject({ accepted_count: 1, replayed_count: 0, refused_count: 13 });
  for (const [index, submission] of faulty.entries()) {
    const alone = await app.post('/api/v1/inference', submission);
    const { status, headers, body: refusal } = alone;
    const { status: told, code, message, detail } = body.results[index].error;
    expect({ index, told, code }).toEqual({ index, told: status, code: headers['x-error-code'] });
    expect(detail ?? message).toEqual(refusal.detail ?? refusal.message);
  }
  expect(body.results[13]).toEqual({
    index: 13,
    outcome: 'accepted',
    task_id: expect.any(String),
    replayed: false,
    error: null,
  });
  const task = await app.database.prisma.task.findFirstOrThrow();
  expect(task).toMatchObject({ id: body.results[13].task_id, priority: -3, status: 'queued' });
  expect(task).toMatchObject({ maxTimeoutInMinutes: 10 });
});

test('200 stores all members, files and secrets, which the worker gets', async () => {
  const worker = speakWorker(app);
  const files = [{ name: 'a.txt', content_base64: 'SGVsbG8=' }];
  const secret = { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] };
  const given = order({ input_files: files, secure_parameters: secret, use_proxy: true });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const body = await send([given], { traceparent });
  const lease = await worker.claim();
  expect(lease).toMatchObject({
    task_id: body.results[0].task_id,
    task: { input_files: [{ name: 'a.txt' }], secure_parameters: { code: 1 }, use_proxy: true },
    trace: { traceparent },
  });
  const { secureParameters } = await app.database.prisma.task.findFirstOrThrow();
  expect(secureParameters).toMatch(/^v1\./);
});

test('200 stores a thousand tasks in order, and the queue has the right permits', async () => {
  const tasks = [
    ...numbered('ann', 450),
    ...Array.from({ length: 100 }, () => order()),
    ...numbered('bob', 450, { per_login_parallelism: 3, endpoint_name: 'elsewhere' }),
  ];
  const body = await send(tasks);
  expect(body).toMatchObject({ accepted_count: 1_000, refused_count: 0 });
  expect(body.results.map(({ index }: { index: number }) => index)).toEqual([...tasks.keys()]);
  const { rows } = await app.database.pool.query<{ id: string; number: string }>(
    `SELECT id, input_parameters #>> '{number,0}' AS number FROM tasks
     WHERE input_parameters #>> '{username,0}' = 'bob' ORDER BY sequence`,
  );
  expect(rows.map(({ id }) => id)).toEqual(idsOf(body).slice(550));
  const permits = await app.database.pool.query(
    `SELECT count(*)::int AS n FROM pgboss.job WHERE name LIKE 'permits%'`,
  );
  // One of ann, three of bob, and one of each task without a login.
  expect(permits.rows).toEqual([{ n: 104 }]);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('200 keeps the right permits when limits change within the batch', async () => {
  await send(numbered('ann', 2, { per_login_parallelism: 2 }));
  await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] }).expect(200);
  const tasks = [
    ...numbered('ann', 2, { max_parallelism: 2 }),
    ...numbered('ann', 3, { per_login_parallelism: 3 }),
    ...numbered('bob', 2, { max_parallelism: 5, is_dedicated: true }),
  ];
  await send(tasks);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('200 replays a repeated batch and refuses changed submissions', async () => {
  const tasks = [...numbered('ann', 2), order({ endpoint_name: 'late' }), ...numbered('bob', 120)];
  const key = { 'idempotency-key': 'once' };
  const first = await send(tasks, key);
  expect(first).toMatchObject({ accepted_count: 122, replayed_count: 0, refused_count: 1 });
  const { endpoint_name: _name, ...rest } = orderSubmission;
  const again = [{ ...rest, endpoint_name: 'order' }, ...tasks.slice(1)];
  await app.dependencies.recordings.save(app.accountId, {
    endpointName: 'late',
    automation: orderAutomation,
  });
  const second = await send(again, key);
  expect(second.results[0].error).toMatchObject({ status: 409, code: 'idempotency-conflict' });
  expect(second.results[0].error.message).toContain('"once"');
  // Stored only now: it was refused before.
  expect(second.results[2]).toMatchObject({ outcome: 'accepted', replayed: false });
  expect(second).toMatchObject({ accepted_count: 122, replayed_count: 121, refused_count: 1 });
  expect(unchangedOf(second)).toEqual(unchangedOf(first));
  expect(await countTasks()).toBe(123);
  // A single submission's key is a different key.
  const alone = await app.post('/api/v1/inference', tasks[0]).set(key).expect(202);
  expect(idsOf(first)).not.toContain(alone.body.task_id);
});

test('200 recognises each submission by its own key, however the list is sent again', async () => {
  const tasks = numbered('ann', 3);
  const key = { 'idempotency-key': 'items' };
  const sent = { tasks, item_keys: ['a', 'b', 'c'] };
  const first = await app.post(PATH, sent).set(key).expect(200);
  const changed = [tasks[2], order({ priority: 3 }), ...numbered('bob', 1)];
  const again = { tasks: changed, item_keys: ['c', 'b', '0'] };
  const { body } = await app.post(PATH, again).set(key).expect(200);
  expect(body.results).toMatchObject([
    { task_id: idsOf(first.body)[2], replayed: true },
    { outcome: 'refused', error: { code: 'idempotency-conflict' } },
    { outcome: 'accepted', replayed: false },
  ]);
  // A key that looks like a position differs from that position.
  expect(await send(tasks.slice(0, 1), key)).toMatchObject({ replayed_count: 0 });
});

test.each([
  [['a', 'b'], { 'idempotency-key': 'b' }, /has 2 keys for 1 submissions: specify one for each/],
  [['a'], {}, /has no effect without the Idempotency-Key header/],
])('422 refuses the item keys %j with the headers %j', async (keys, headers, message) => {
  const body = { tasks: numbered('ann', 1), item_keys: keys };
  const refused = await app.post(PATH, body).set(headers).expect(422);
  expect(refused.body.detail[0]).toMatchObject({
    loc: ['body', 'item_keys'],
    msg: expect.stringMatching(message),
  });
});

test('200 completes a batch that ended halfway, without running anything twice', async () => {
  const tasks = numbered('ann', 250);
  const key = { 'idempotency-key': 'halfway' };
  const { pool } = app.database;
  // Simulates a crash in the second group, after the first was committed.
  await pool.query(
    `ALTER TABLE tasks ADD CONSTRAINT broken CHECK (input_parameters #>> '{number,0}' <> '150')`,
  );
  await app.post(PATH, { tasks }).set(key).expect(500);
  await pool.query('ALTER TABLE tasks DROP CONSTRAINT broken');
  const stored = await pool.query<{ id: string }>('SELECT id FROM tasks ORDER BY sequence');
  expect(stored.rows).toHaveLength(100);
  const body = await send(tasks, key);
  expect(body).toMatchObject({ accepted_count: 250, replayed_count: 100 });
  expect(idsOf(body).slice(0, 100)).toEqual(stored.rows.map(({ id }) => id));
  expect(await countTasks()).toBe(250);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('200 stores the same batch once when it is sent twice concurrently', async () => {
  const tasks = numbered('ann', 150);
  const key = { 'idempotency-key': 'twice' };
  const [one, other] = await Promise.all([send(tasks, key), send(tasks, key)]);
  expect(idsOf(one)).toEqual(idsOf(other));
  expect(one.replayed_count + other.replayed_count).toBe(150);
  expect(await countTasks()).toBe(150);
});

test('200 for two concurrent batches that lock the same logins in opposite order', async () => {
  const users = Array.from({ length: 50 }, (_, n) => `user ${n}`);
  const tasks = users.flatMap((user, n) =>
    numbered(user, 2, {
      endpoint_name: n % 2 === 0 ? 'order' : 'elsewhere',
      max_parallelism: 2 + (n % 3),
    }),
  );
  const bodies = await Promise.all([send(tasks), send(tasks.toReversed()), send(tasks)]);
  expect(bodies.map(({ accepted_count: count }) => count)).toEqual([100, 100, 100]);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

test('200 locks the logins in a fixed order, whatever the order of the batch', async () => {
  const tasks = [...numbered('ann', 1), ...numbered('bob', 1), ...numbered('eve', 1)];
  await send(tasks);
  const { pool } = app.database;
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM login_queues ORDER BY key');
  const lock = `SELECT FROM login_queues WHERE id = $1 FOR UPDATE NOWAIT`;
  await using holder = await begin(app);
  await holder.query(lock, [rows.at(0)?.id]);
  const answers = Promise.all([send(tasks), send(tasks.toReversed())]);
  await pollUntil('both batches wait for the first login', async () => {
    const { rows: waiting } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query LIKE '%submit_tasks%'`,
    );
    return waiting.length === 2;
  });
  // The waiting batches hold no lock on the other logins.
  for (const { id } of rows.slice(1)) await holder.query(lock, [id]);
  await holder.query('commit');
  expect((await answers).map(({ accepted_count: count }) => count)).toEqual([3, 3]);
});

test('200 refuses the submissions that exceed the storage limit', async () => {
  await limitStorage(1n);
  const body = await send([order(), order({ endpoint_name: 'none' })]);
  await limitStorage(null);
  expect(body.results).toMatchObject([
    { error: { status: 507, code: 'storage-full' } },
    { error: { status: 404, code: 'endpoint-not-found' } },
  ]);
});

test('400 for a local inference server', async () => {
  const { body } = await app
    .post(PATH, { tasks: [order()] })
    .set('x-inference-target', 'local')
    .expect(400);
  expect(body.detail).toMatch(/remove the headers x-inference-target/);
});

test('401 without a key, 403 without the scope', async () => {
  const tasks = [order()];
  await supertest(app.app).post(PATH).send({ tasks }).expect(401);
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'reader',
    scopes: ['read'],
  });
  await app.post(PATH, { tasks }).set('x-api-key', key).expect(403);
});

test('413, 415 and 422 for a body that is not a batch', async () => {
  await app.post(PATH, { tasks: ['x'.repeat(25_165_824)] }).expect(413);
  await app.post(PATH).set('content-type', 'text/plain').send('all').expect(415);
  const refused = async (body: object) => (await app.post(PATH, body).expect(422)).body.detail[0];
  expect(await refused({})).toMatchObject({ type: 'required' });
  expect(await refused({ tasks: [] })).toMatchObject({ type: 'minItems' });
  expect(await refused({ tasks: Array(1_001).fill(1) })).toMatchObject({ type: 'maxItems' });
  expect(await refused({ tasks: [order()], mode: 1 })).toMatchObject({ loc: ['body', 'mode'] });
  expect(await refused({ tasks: [order({ endpoint_name: '\0' })] })).toMatchObject({
    loc: ['body', 'tasks', 0, 'endpoint_name'],
  });
  expect(await countTasks()).toBe(0);
});

test('200 without a deadlock for batches that use two roll-outs in opposite orders', async () => {
  const endpoints = ['rolled-out', 'rolled-out-too'];
  for (const endpoint_name of endpoints) {
    const sent = { endpoint_name, automation: orderAutomation };
    const { body } = await app.post('/api/v1/recordings', sent).expect(201);
    const rollout = { automation: { ...orderAutomation, max_retries: 2 }, first_tasks: 200 };
    await app.post(`/api/v1/recordings/${body.recording_id}/rollouts`, rollout).expect(201);
  }
  const before = await countDeadlocks();
  const ordered = endpoints.flatMap((endpoint_name) =>
    Array.from({ length: 10 }, () => order({ endpoint_name })),
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(n % 2 === 0 ? ordered : ordered.toReversed())),
  );
  expect(answers.map((body) => body.accepted_count)).toEqual(Array(8).fill(20));
  expect(await countDeadlocks()).toBe(before);
});

async function countDeadlocks(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.count ?? NaN;
}
