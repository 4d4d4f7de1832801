import { listen } from '@errand/app-runtime';
import { createSealer } from '@errand/secrets';
import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { sealedContext } from '../database/sealed-context.ts';
import { startForgetting } from '../database/forget-old-rows.job.ts';
import { testLogger } from '../testing/open-stores.ts';
import { recordLogs } from '../testing/record-logs.ts';
import {
  orderAutomation,
  deskAutomation,
  orderSubmission,
  startTestApp,
} from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { forgetOldKeys } from './idempotency-key.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const PATH = '/api/v1/inference';
const sealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });

const app = await useTestApp({ logger: recordLogs().logger });
beforeEach(async () => {
  await emptyTables(app.database, 'idempotency_keys', 'tasks');
});

const submit = (key: string, body: unknown = orderSubmission) =>
  app.post(PATH, body).set('idempotency-key', key);

const countTasks = () => app.database.prisma.task.count();
const countKeys = () => app.database.prisma.idempotencyKey.count();
/** Makes every key older by the interval. */
const age = (interval: string) =>
  app.database.pool.query(
    `UPDATE idempotency_keys SET created_at = created_at - '${interval}'::interval`,
  );

// proves operation: submitTask
test('202 with the first task for the same body, in any member order', async () => {
  const first = await submit('k').expect(202);
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  const { endpoint_name, input_parameters } = orderSubmission;
  const { number, username } = input_parameters;
  const turned = { input_parameters: { number, username }, endpoint_name };
  const again = await submit('k', turned).expect(202);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await countTasks()).toBe(1);
});

test('202 for the same body after an update has changed a default', async () => {
  await submit('k').expect(202);
  await app.post('/api/v1/tasks/batch', { tasks: [orderSubmission] }).set('idempotency-key', 'k');
  const context = sealedContext.submission(app.accountId);
  const stored = await app.database.prisma.idempotencyKey.findMany();
  // The body as sent, without this version's defaults.
  const isOfBody = stored.map(({ fingerprint }) =>
    sealer.hasFingerprint(fingerprint, orderSubmission, context),
  );
  expect(isOfBody).toEqual([true, true]);
});

test('202 with the first task whose key an older version stored, for the body with its defaults', async () => {
  const { body: first } = await submit('k').expect(202);
  const batch = () =>
    app
      .post('/api/v1/tasks/batch', { tasks: [orderSubmission] })
      .set('idempotency-key', 'k')
      .expect(200);
  const { body: firstOfBatch } = await batch();
  const filled = structuredClone(orderSubmission);
  expect(app.dependencies.checkSubmissionBody(filled)).toEqual([]);
  expect(filled).toHaveProperty('max_timeout_in_minutes');
  const fingerprint = sealer.fingerprint(filled, sealedContext.submission(app.accountId));
  await app.database.prisma.idempotencyKey.updateMany({ data: { fingerprint } });

  expect((await submit('k').expect(202)).body).toEqual(first);
  const again = await batch();
  expect(again.body.results[0].task_id).toBe(firstOfBatch.results[0].task_id);
  const other = { ...orderSubmission, max_timeout_in_minutes: 7 };
  await submit('k', other).expect(409);
});

test('202 with the first task although its recording has changed since then', async () => {
  const { recordings } = app.dependencies;
  const save = (automation: { readonly url: string; readonly parameters: object }) =>
    recordings.save(app.accountId, { endpointName: 'changing', automation });
  await save(orderAutomation);
  const submission = { ...orderSubmission, endpoint_name: 'changing' };
  const { body } = await submit('k', submission).expect(202);
  const parameters = { ...orderAutomation.parameters, input_parameters: { other: [] } };
  await save({ ...orderAutomation, parameters });
  await app.post(PATH, submission).expect(400);
  expect((await submit('k', submission).expect(202)).body).toEqual(body);
});

test('409 for a different body; the message names the key and says what to do', async () => {
  await submit('k-1').expect(202);
  const { body } = await submit('k-1', { ...orderSubmission, priority: 1 }).expect(409);
  expect(body).toEqual({
    success: false,
    message: expect.stringMatching(/"k-1" was used with another body.*or a new key/),
  });
  expect(await countTasks()).toBe(1);
});

test('202 with a new task for another account, for another key, and without a key', async () => {
  await submit('k').expect(202);
  await submit('l').expect(202);
  await app.post(PATH, orderSubmission).expect(202);
  const { apiKeys, recordings } = app.dependencies;
  const other = await apiKeys.findOwner(app.otherApiKey);
  const recording = { endpointName: 'order', automation: orderAutomation };
  await recordings.save(other?.accountId ?? '', recording);
  const { headers } = await submit('k').set('x-api-key', app.otherApiKey).expect(202);
  expect(headers).not.toHaveProperty('idempotent-replayed');
  expect(await countTasks()).toBe(4);
});

test.each([
  [400, { ...orderSubmission, input_parameters: {} }],
  [404, { ...orderSubmission, endpoint_name: 'none' }],
  [422, { ...orderSubmission, priority: 'high' }],
])('%i stores no key', async (status, refused) => {
  await submit('k', refused).expect(status);
  expect(await countKeys()).toBe(0);
  await submit('k').expect(202);
});

test('500 in the transaction does not store a key', async () => {
  await app.database.pool.query(
    `ALTER TABLE tasks ADD CONSTRAINT refused CHECK (priority <> 77) NOT VALID`,
  );
  await submit('k', { ...orderSubmission, priority: 77 }).expect(500);
  await app.database.pool.query('ALTER TABLE tasks DROP CONSTRAINT refused');
  await submit('k').expect(202);
});

test.each([
  ['empty', ''],
  ['too long', 'k'.repeat(256)],
  ['not ASCII', 'clé'],
  ['with a tab', 'a\tb'],
])('422 for a key that is %s', async (_, key) => {
  const { body } = await submit(key).expect(422);
  expect(body.detail[0].loc).toEqual(['header', 'idempotency-key']);
  await submit('k'.repeat(255)).expect(202);
});

test('stores a hash of the body that does not reveal its secrets', async () => {
  const password = 'rdp-secret';
  const { recordings } = app.dependencies;
  await recordings.save(app.accountId, { endpointName: 'desk', automation: deskAutomation });
  const rdp_parameter = { host: 'desk', username: 'ann', password };
  const submission = { ...orderSubmission, endpoint_name: 'desk', rdp_parameter };
  await submit('k', submission).expect(202);
  const [row] = await app.database.prisma.idempotencyKey.findMany();
  expect(row?.fingerprint).toMatch(/^test\.[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toContain(password);
});

test('stores one task when two servers of one database get 50 concurrent submissions', async () => {
  await using beside = await startTestApp({ databaseUrl: app.databaseUrl });
  const place = { host: '127.0.0.1', port: 0, setting: 'PORT' };
  await using one = await listen(app.app, place);
  await using two = await listen(beside.app, place);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await fetch(`${(index % 2 === 0 ? one : two).url}${PATH}`, {
        method: 'POST',
        headers: {
          'x-api-key': app.apiKey,
          'content-type': 'application/json',
          'idempotency-key': 'race',
        },
        body: JSON.stringify(orderSubmission),
      });
      const { task_id } = (await response.json()) as { task_id: string };
      return {
        status: response.status,
        replay: response.headers.get('idempotent-replayed'),
        task_id,
      };
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(202));
  expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1);
  expect(answers.filter(({ replay }) => replay === null)).toHaveLength(1);
  expect(await countTasks()).toBe(1);
});

test('takes over the key of a submission that is rolled back', async () => {
  const blocker = await app.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('INSERT INTO idempotency_keys VALUES ($1, $2, $3, $4)', [
    app.accountId,
    'k',
    'other',
    app.accountId,
  ]);
  const waiting = submit('k').then((answer) => answer);
  await pollUntil('the submission waits for the other one', async () => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      `SELECT count(*)::int n FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO idempotency_keys%'`,
    );
    return rows[0]?.n === 1;
  });
  await blocker.query('rollback');
  blocker.release();
  expect((await waiting).status).toBe(202);
  expect(await countTasks()).toBe(1);
});

test('keeps a key for 24 hours, then accepts it for a new task with any body', async () => {
  const { body } = await submit('k').expect(202);
  await age('23 hours 59 minutes');
  expect((await submit('k').expect(202)).body).toEqual(body);
  await age('1 minute');
  const other = { ...orderSubmission, priority: 1 };
  const later = await submit('k', other).expect(202);
  expect(later.headers).not.toHaveProperty('idempotent-replayed');
  expect(later.body.task_id).not.toBe(body.task_id);
  expect((await submit('k', other).expect(202)).headers['idempotent-replayed']).toBe('true');
});

test('deletes only expired keys, in batches', async () => {
  const insert = (amount: number, prefix: string) =>
    app.database.pool.query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, task_id)
       SELECT $1, $2 || n, '', $1 FROM generate_series(1, $3) n`,
      [app.accountId, prefix, amount],
    );
  await insert(1_500, 'old');
  await age('24 hours');
  await insert(2, 'young');
  expect(await forgetOldKeys(app.database.pool)).toBe(true);
  expect(await countKeys()).toBe(502);
  const stop = new AbortController();
  const forgetting = startForgetting({
    kinds: [forgetOldKeys],
    pool: app.database.pool,
    logger: testLogger,
    signal: stop.signal,
    intervalMs: 20,
  });
  await pollUntil('only recent keys are left', async () => (await countKeys()) === 2);
  stop.abort();
  await forgetting;
});
