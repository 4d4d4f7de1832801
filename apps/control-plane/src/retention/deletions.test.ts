import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import supertest from 'supertest';
import { noFaults } from '../testing/check-queue.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { createRunner } from '../testing/run-commands.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { adminToken, orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { deleteAccounts } from './delete-accounts.ts';
import { purgeRecordings } from './purge-recordings.ts';

const app = await useTestApp();
const { database, dependencies, queue } = app;
const { logger, entries } = recordLogs();
const job = { database, queue, logger };
const worker = speakWorker(app);
const noResult = { output_data: [], for_loop_status: [] };
const inputFiles = [{ name: 'a.txt', content_base64: 'aGVsbG8=' }];

const asOperator = (method: 'get' | 'delete', path: string) => {
  const request = supertest(app.app)[method](`/admin/v1/accounts/${path}`);
  return request.set('authorization', `Bearer ${adminToken}`);
};
const submitAs = async (key: string, more: object = {}): Promise<string> => {
  const body = { ...orderSubmission, ...more };
  const answer = await app.post('/api/v1/inference', body).set('x-api-key', key).expect(202);
  return answer.body.task_id;
};
const storedTasks = async () => {
  const names = await readdir(app.filesDirectory, { recursive: true });
  return (taskId: string) => names.filter((name) => name.includes(taskId)).length > 0;
};
const usedBytes = async () =>
  (await app.get('/api/v1/account').expect(200)).body.storage.used_bytes;

async function createAccount() {
  const name = `doomed-${randomUUID()}`;
  const { accountId } = await dependencies.accounts.ensure(name);
  await dependencies.recordings.save(accountId, {
    endpointName: 'order',
    automation: orderAutomation,
  });
  const { key } = await dependencies.apiKeys.create(accountId, { name: 'test' });
  return { name, accountId, key };
}

/** Every table with the column `account_id`, with its rows of the account. */
async function countRows(accountId: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.column_name = 'account_id' AND t.table_type = 'BASE TABLE' AND c.table_schema = 'public'`,
  );
  const counts = tables.map(async ({ name }) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE account_id = $1`,
      [accountId],
    );
    return [name, rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
}

// proves operation: deleteRecording
test('200 with delete_tasks deletes the recording with its versions, tasks and files', async () => {
  const before = await usedBytes();
  const made = { endpoint_name: 'doomed', automation: orderAutomation };
  const { body: created } = await app.post('/api/v1/recordings', made).expect(201);
  const recordingId = created.recording_id ?? created.recording.recording_id;
  const more = { endpoint_name: 'doomed', input_files: inputFiles };
  const [held, waiting] = [await submitAs(app.apiKey, more), await submitAs(app.apiKey, more)];
  const lease = await worker.claim();
  expect(lease.task_id).toBe(held);
  const kept = await submitAs(app.apiKey);
  const path = `/api/v1/recordings/${recordingId}?delete_tasks=true`;
  await app.delete(path).expect(409);
  await app.delete(path).set('x-api-key', app.otherApiKey).expect(404);

  const { body } = await app.delete(`${path}&cancel_tasks=true`).expect(200);
  expect(body).toMatchObject({
    message: 'The recording is deleted. Its versions and tasks are deleted within minutes.',
    cancelled_task_count: 2,
  });
  await purgeRecordings(job);
  await app.get(`/api/v1/tasks/${waiting}`).expect(404);
  // The worker has not stopped this task yet.
  await app.get(`/api/v1/tasks/${held}`).expect(200);
  await worker.report(lease, 'complete', noResult).expect(200);
  await purgeRecordings(job);
  await app.get(`/api/v1/tasks/${held}`).expect(404);
  // A submission that has found the recording has one minute to be stored.
  expect(await database.prisma.recording.count({ where: { id: recordingId } })).toBe(1);
  await app.delete(path).expect(200);
  await database.pool.query(`UPDATE recording_purges SET requested_at = now() - interval '2 min'`);
  await purgeRecordings(job);
  expect(await database.prisma.recording.count({ where: { id: recordingId } })).toBe(0);
  expect(entries.at(-1)).toMatchObject({ message: 'purged recordings', recordings: 1 });

  await dependencies.uploads.discardAbandoned();
  const isStored = await storedTasks();
  expect([held, waiting].map(isStored)).toEqual([false, false]);
  await app.post(`/api/v1/tasks/${kept}/cancel`).expect(200);
  await app.delete(`/api/v1/tasks/${kept}`).expect(200);
  expect(await usedBytes()).toBe(before);
});

// proves operation: deleteRecording
test('200 with delete_tasks, even for a recording that was already deleted', async () => {
  const made = { endpoint_name: 'hidden', automation: orderAutomation };
  const { body: created } = await app.post('/api/v1/recordings', made).expect(201);
  const path = `/api/v1/recordings/${created.recording_id ?? created.recording.recording_id}`;
  const taskId = await submitAs(app.apiKey, { endpoint_name: 'hidden' });
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  await app.delete(path).expect(200);
  await app.delete(path).expect(404);
  await app.delete(`${path}?delete_tasks=true`).expect(200);
  await purgeRecordings(job);
  await app.get(`/api/v1/tasks/${taskId}`).expect(404);
});

// proves operation: deleteAccount; getAccountDeletion
test('202 deletes all data of one account only, and 200 shows the progress', async () => {
  const { accountId, name, key } = await createAccount();
  const neighbour = await createAccount();
  const kept = await submitAs(neighbour.key, { input_files: inputFiles });
  const rowsOfNeighbour = await countRows(neighbour.accountId);

  const ended = await submitAs(key, { input_files: inputFiles });
  await app.post(`/api/v1/tasks/${ended}/cancel`).set('x-api-key', key).expect(200);
  const callback = { task_callback_url: 'https://erp.example/in' };
  const waiting = await submitAs(key, { unique_parameter_names: ['username'], ...callback });
  await app
    .post('/api/v1/save_demo', { url: 'https://a.example', files: ['data:text/plain;base64,SGk='] })
    .set('x-api-key', key)
    .expect(200);
  const slack = { name: 'Slack', slack: { workspace_domain: 'acme', token: 'xoxb-1' } };
  await app.post('/api/v1/integrations', slack).set('x-api-key', key).expect(201);
  await dependencies.signingSecrets.list(accountId);
  const sessionId = randomUUID();
  await database.pool.query(
    `INSERT INTO warm_sessions (id, portal_id, login_queue_id, worker_id, state, idle_since, expires_at)
     SELECT $1, portal_id, id, 'worker-1', 'idle', now(), now() + interval '1 hour'
     FROM login_queues WHERE account_id = $2`,
    [sessionId, accountId],
  );

  const { body } = await asOperator('delete', accountId).expect(202);
  expect(body).toEqual({
    account_id: accountId,
    name,
    state: 'deleting',
    requested_at: expect.any(String),
    finished_at: null,
    deleted_tasks: 0,
    remaining_tasks: 2,
  });
  await app.get('/api/v1/tasks').set('x-api-key', key).expect(401);
  await expect(dependencies.apiKeys.create(accountId, { name: 'again' })).rejects.toMatchObject({
    code: 'account-deleted',
  });

  // The result of the cancelled task is still being delivered.
  await deleteAccounts(job);
  const state = async () => (await asOperator('get', `${accountId}/deletion`).expect(200)).body;
  expect(await state()).toMatchObject({ state: 'deleting', deleted_tasks: 1, remaining_tasks: 1 });
  await database.pool.query(
    `UPDATE callback_deliveries SET state = 'failed' WHERE account_id = $1`,
    [accountId],
  );
  // A second process runs at the same time; the worker has not ended the warm session yet.
  await Promise.all([deleteAccounts(job), deleteAccounts(job)]);
  expect(await state()).toMatchObject({ state: 'deleting', deleted_tasks: 2, remaining_tasks: 0 });
  await dependencies.sessions.end('worker-1', sessionId);
  await deleteAccounts(job);
  expect(await state()).toMatchObject({ state: 'deleted', finished_at: expect.any(String) });
  expect((await asOperator('delete', accountId).expect(202)).body.state).toBe('deleted');

  expect(await countRows(accountId)).toEqual({ account_deletions: 1 });
  expect(await database.prisma.account.count({ where: { id: accountId } })).toBe(0);
  await dependencies.uploads.discardAbandoned();
  expect([ended, waiting].map(await storedTasks())).toEqual([false, false]);
  expect((await readdir(app.filesDirectory, { recursive: true })).join()).not.toContain('demos/');

  expect((await storedTasks())(kept)).toBe(true);
  expect(await countRows(neighbour.accountId)).toEqual(rowsOfNeighbour);
  expect((await dependencies.checkQueue()).counts).toEqual(noFaults);
});

test('deletes a task whose result could not be delivered within an hour', async () => {
  const { accountId, key } = await createAccount();
  await submitAs(key, { task_callback_url: 'https://erp.example/in' });
  await asOperator('delete', accountId).expect(202);
  await deleteAccounts(job);
  const state = async () => (await asOperator('get', `${accountId}/deletion`).expect(200)).body;
  expect(await state()).toMatchObject({ state: 'deleting', remaining_tasks: 1 });
  await database.pool.query(
    `UPDATE account_deletions SET requested_at = now() - interval '61 minutes' WHERE account_id = $1`,
    [accountId],
  );
  await deleteAccounts(job);
  expect(await state()).toMatchObject({ state: 'deleted', deleted_tasks: 1 });
});

test('deletes the large tables of an account in batches', async () => {
  const { accountId } = await createAccount();
  await database.pool.query(
    `INSERT INTO idempotency_keys SELECT r.* FROM generate_series(1, 10001) n,
       jsonb_populate_record(NULL::idempotency_keys, jsonb_build_object('account_id', $1::text, 'key', n::text,
         'fingerprint', '', 'task_id', gen_random_uuid(), 'created_at', now())) r`,
    [accountId],
  );
  await asOperator('delete', accountId).expect(202);
  expect(await deleteAccounts(job)).toBe(true);
  expect(await countRows(accountId)).toMatchObject({ idempotency_keys: 1 });
  expect(await deleteAccounts(job)).toBe(false);
  expect(await countRows(accountId)).toEqual({ account_deletions: 1 });
});

test('waits for the worker that holds a task of the account', async () => {
  const { accountId, key } = await createAccount();
  const taskId = await submitAs(key);
  let lease = await worker.claim();
  while (lease.task_id !== taskId) lease = await worker.claim();
  await asOperator('delete', accountId).expect(202);
  await deleteAccounts(job);
  await deleteAccounts(job);
  const state = async () => (await asOperator('get', `${accountId}/deletion`).expect(200)).body;
  expect(await state()).toMatchObject({ state: 'deleting', remaining_tasks: 1 });
  await worker.report(lease, 'complete', noResult).expect(200);
  await deleteAccounts(job);
  expect(await state()).toMatchObject({ state: 'deleted' });
});

test('deletes other accounts while one cannot be deleted, and that one later', async () => {
  const [stuck, free] = [await createAccount(), await createAccount()];
  await database.pool.query('CREATE TABLE holding (account_id uuid REFERENCES accounts (id))');
  await database.pool.query('INSERT INTO holding VALUES ($1)', [stuck.accountId]);
  for (const { accountId } of [stuck, free]) await asOperator('delete', accountId).expect(202);
  const states = async () => {
    const answers = [stuck, free].map(async ({ accountId }) => {
      const { body } = await asOperator('get', `${accountId}/deletion`).expect(200);
      return body.state;
    });
    return Promise.all(answers);
  };
  await deleteAccounts(job);
  expect(await states()).toEqual(['deleting', 'deleted']);
  expect(entries).toContainEqual(
    expect.objectContaining({
      level: 'error',
      message: 'deleting an account failed',
      accountId: stuck.accountId,
    }),
  );
  await database.pool.query('DROP TABLE holding');
  await deleteAccounts(job);
  expect(await states()).toEqual(['deleted', 'deleted']);
});

// proves operation: deleteAccount; getAccountDeletion
test('401 without the admin token, 404 for unknown accounts, 422 for unknown parameters', async () => {
  const { accountId } = await createAccount();
  const unknown = randomUUID();
  await supertest(app.app).delete(`/admin/v1/accounts/${accountId}`).expect(401);
  await app.delete(`/admin/v1/accounts/${accountId}`).expect(401);
  await app.get(`/admin/v1/accounts/${accountId}/deletion`).expect(401);
  for (const id of ['none', unknown]) {
    const answer = await asOperator('delete', id).expect(404);
    expect(answer.headers['x-error-code']).toBe('account-not-found');
    await asOperator('get', `${id}/deletion`).expect(404);
  }
  const { body, headers } = await asOperator('get', `${accountId}/deletion`).expect(404);
  expect(headers['x-error-code']).toBe('account-not-deleted');
  expect(body.detail).toContain(`request it with DELETE /admin/v1/accounts/${accountId}`);
  await asOperator('delete', `${accountId}?force=true`).expect(422);
  await asOperator('get', `${accountId}/deletion?wait=true`).expect(422);
});

test('the command asks for the name twice and lists deletions', async () => {
  const { accountId, name } = await createAccount();
  const run = createRunner(app);
  for (const confirm of [[], ['--confirm', 'other']]) {
    await expect(run('accounts', 'delete', name, ...confirm)).rejects.toThrow(
      `repeating the name, --confirm "${name}"`,
    );
  }
  await expect(run('accounts', 'delete', 'x', '--confirm', 'x')).rejects.toThrow(
    'There is no account "x"',
  );
  const deleting = { account_id: accountId, name, state: 'deleting' };
  expect(await run('accounts', 'delete', name, '--confirm', name)).toMatchObject(deleting);
  const { deletions } = await run('accounts', 'deletions');
  expect(deletions).toContainEqual(expect.objectContaining(deleting));
});
