import { expect, test } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { readInputFiles } from './read-input-files.ts';

const PATH = '/api/v1/inference';
const CONTENT = 'canary-content-of-the-file\0\u00FF';
const given = (name: string, content = CONTENT) => ({
  name,
  content_base64: Buffer.from(content).toString('base64'),
});
const shown = (name: string, content = CONTENT) => ({
  name,
  size_bytes: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});
const withFiles = (...files: readonly object[]) => ({ ...orderSubmission, input_files: files });
const name = `Bill "März" 'é' %2e.pdf`;

const { logger, entries } = recordLogs();
const app = await useTestApp({ logger });
const worker = speakWorker(app);

const submit = async (body: object): Promise<string> =>
  (await app.post(PATH, body).expect(202)).body.task_id;
const detailOf = async (taskId: string) =>
  (await app.get(`/api/v1/tasks/${taskId}`).expect(200)).body.task;
const keyOf = (taskId: string, position = 1) => `tasks/${taskId}/inputs/${position}`;
const isStored = async (taskId: string) =>
  (await app.dependencies.storage.find(keyOf(taskId))) !== undefined;
const count = async () => {
  const { prisma } = app.database;
  return [await prisma.task.count(), await prisma.inputFile.count()];
};
const pending = () => app.database.prisma.pendingUpload.count({ where: { abandonedAt: null } });

/** Reads signed addresses of the local store as a worker does. */
async function fetchAll(files: readonly { readonly download_url: string }[]): Promise<string[]> {
  const contents: string[] = [];
  for (const { download_url: url } of files) {
    const { pathname, search } = new URL(url);
    const asked = supertest(app.app)
      .get(pathname + search)
      .buffer(true);
    const binary = asked.parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
    contents.push(String((await binary.expect(200)).body));
  }
  return contents;
}

async function endTask(retry: 'never' | 'infrastructure') {
  const lease = await worker.claim();
  const error = { class: 'internal', message: 'It broke.', retry };
  const failure = { error, output_data: [], for_loop_status: [] };
  return (await worker.report(lease, 'fail', failure).expect(200)).body.status;
}

// proves operation: signInputFiles
test('200 gives every attempt of a task its files, and its reader their names', async () => {
  const files = [given(name), given('empty', '')];
  const taskId = await submit(withFiles(...files));
  const listed = [shown(name), shown('empty', '')];
  expect((await detailOf(taskId)).input_files).toEqual(listed);
  expect(await pending()).toBe(0);
  expect(await worker.claim()).toMatchObject({ task_id: taskId, task: { input_files: listed } });
  await app.database.pool.query("UPDATE tasks SET lease_expires_at = now() - interval '1 s'");
  await app.dependencies.leases.takeBackLost();

  const lease = await worker.claim();
  expect(lease).toMatchObject({ task_id: taskId, lease_epoch: 2, task: { input_files: listed } });
  const { body } = await worker.report(lease, 'input-files').expect(200);
  const url = { download_url: expect.stringContaining('/files/') };
  expect(body.files).toEqual(listed.map((file) => ({ ...file, ...url })));
  expect(await fetchAll(body.files)).toEqual([CONTENT, '']);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  // Input files do not count as results.
  expect((await detailOf(taskId)).download_count).toBe(0);
  const { body: results } = await app.get(`/api/v1/get_downloads?task_id=${taskId}`).expect(200);
  expect(JSON.stringify(results)).not.toMatch(/Bill|inputs/);
});

// proves operation: signInputFiles
test('409 and 404 for a worker that does not hold the task', async () => {
  const taskId = await submit(withFiles(given(name)));
  const lease = await worker.claim();
  await worker.report({ ...lease, lease_epoch: 7 }, 'input-files').expect(409);
  await worker.report({ ...lease, task_id: randomUUID() }, 'input-files').expect(404);
  await worker.report({ ...lease, task_id: 'x' }, 'input-files').expect(404);
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  await worker.report(lease, 'input-files').expect(409);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('202 gives a local inference server the files of its own tasks only', async () => {
  const local = { 'x-inference-target': 'local', 'x-local-server-id': 'desk' };
  const { body } = await app.post(PATH, withFiles(given(name))).set(local);
  expect(body.lease.task.input_files).toEqual([shown(name)]);
  const { task_id: taskId, worker_id, lease_epoch, lease_secret } = body.lease;
  const ask = (key: string, sent: object) =>
    supertest(app.app)
      .post(`/worker/v1/tasks/${taskId}/input-files`)
      .set('authorization', `x-api-key ${key}`)
      .send({ worker_id, lease_epoch, lease_secret, ...sent });
  const answer = await ask(app.apiKey, {}).expect(200);
  expect(await fetchAll(answer.body.files)).toEqual([CONTENT]);
  const other = await app.dependencies.apiKeys.findOwner(app.otherApiKey);
  await ask(app.otherApiKey, { worker_id: `local.${other?.accountId}.desk` }).expect(404);
});

test('404 for another account, without revealing even the file names', async () => {
  const taskId = await submit(withFiles(given(name)));
  const read = app.get(`/api/v1/tasks/${taskId}`).set('x-api-key', app.otherApiKey);
  expect(JSON.stringify((await read.expect(404)).body)).not.toContain('Bill');
  const { pathname } = new URL(`http://x/files/${keyOf(taskId)}`);
  await supertest(app.app).get(pathname).set('x-api-key', app.otherApiKey).expect(403);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('202 copies the files for a retry', async () => {
  const old = await submit(withFiles(given('first', '1'), given(name)));
  expect(await endTask('never')).toBe('failed');
  const { body } = await app.post(`/api/v1/tasks/${old}/retry`).expect(202);
  expect((await detailOf(body.task_id)).input_files).toEqual([shown('first', '1'), shown(name)]);
  await app.dependencies.storage.deletePrefix(`tasks/${old}/`);
  const lease = await worker.claim();
  expect(lease.task_id).toBe(body.task_id);
  const signed = await worker.report(lease, 'input-files').expect(200);
  expect(await fetchAll(signed.body.files)).toEqual(['1', CONTENT]);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
});

test('409 for a retry whose files are lost or changed', async () => {
  const old = await submit(withFiles(given(name)));
  expect(await endTask('never')).toBe('failed');
  const { storage } = app.dependencies;
  const lost = { detail: expect.stringMatching(/^Input file "Bill .* submit a new task/) };
  await storage.write(keyOf(old), Buffer.from('other'), { contentType: 'text/plain' });
  expect((await app.post(`/api/v1/tasks/${old}/retry`).expect(409)).body).toEqual(lost);
  await storage.delete(keyOf(old));
  expect((await app.post(`/api/v1/tasks/${old}/retry`).expect(409)).body).toEqual(lost);
});

test('202 for a known Idempotency-Key does not store files again, 409 with different content', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await app
    .post(PATH, withFiles(given(name)))
    .set(key)
    .expect(202);
  const before = await count();
  const again = await app
    .post(PATH, withFiles(given(name)))
    .set(key)
    .expect(202);
  expect(again.body.task_id).toBe(first.body.task_id);
  await app
    .post(PATH, withFiles(given(name, 'other')))
    .set(key)
    .expect(409);
  await app.post(PATH, orderSubmission).set(key).expect(409);
  expect(await count()).toEqual(before);
  expect(await isStored(first.body.task_id)).toBe(true);
});

test('202 for eight equal concurrent submissions keeps the files of one', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const [tasks = 0, files = 0] = await count();
  const sent = Array.from({ length: 8 }, () => app.post(PATH, withFiles(given(name))).set(key));
  const ids = (await Promise.all(sent)).map(({ body }) => body.task_id);
  expect(new Set(ids).size).toBe(1);
  expect(await count()).toEqual([tasks + 1, files + 1]);
  expect(await isStored(ids[0])).toBe(true);
  const prefixes = await app.database.prisma.pendingUpload.findMany();
  const left = prefixes.map(({ prefix }) => app.dependencies.storage.find(`${prefix}1`));
  expect((await Promise.all(left)).filter((object) => object !== undefined)).toEqual([]);
  expect(await pending()).toBe(0);
});

// proves operation: submitTask
test('503 without a task while the storage is down, and 202 once it is back', async () => {
  const folder = join(app.filesDirectory, 'uploads');
  const before = await count();
  await rename(folder, `${folder}-away`);
  const { body, headers } = await app.post(PATH, withFiles(given(name))).expect(503);
  expect(body).toEqual({ success: false, message: expect.stringMatching(/reach its files/) });
  expect(headers['retry-after']).toBe('2');
  expect(await count()).toEqual(before);
  // A task without files does not need the storage.
  await app.post(PATH, orderSubmission).expect(202);
  await rename(`${folder}-away`, folder);
  expect(await pending()).toBe(0);
  await submit(withFiles(given(name)));
});

test('does not store a task when the client has disconnected', async () => {
  const { tasks } = app.dependencies;
  const before = await count();
  const task = {
    endpoint_name: 'order',
    input_parameters: { username: [], number: [] },
    input_files: readInputFiles([given(name)]),
  };
  const gone = AbortSignal.abort(new Error('gone'));
  const submitting = tasks.submit(app.accountId, task, gone);
  await expect(submitting).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(await count()).toEqual(before);
  expect(await pending()).toBe(0);
});

test('deletes the files of a task that the database rejects', async () => {
  const { inputFiles, storage } = app.dependencies;
  const taskId = randomUUID();
  const file = { ...shown(name), size: CONTENT.length, content: Buffer.from(CONTENT) };
  const { accountId } = app;
  const storing = inputFiles.storeAround({ accountId, taskId, files: [file] }, async (keep) => {
    expect(await isStored(taskId)).toBe(true);
    // No task has this id, so the foreign key rejects the row.
    await app.database.transaction(keep);
  });
  await expect(storing).rejects.toMatchObject({ code: '23503' });
  expect(await storage.find(keyOf(taskId))).toBeUndefined();
});

test.each([
  [
    11,
    Array.from({ length: 11 }, (_, index) => given(`${index}`)),
    /a list of 11: specify at most 10/,
  ],
  ['no list', 'a.pdf', /^input_files is "a\.pdf": specify a list/],
  ['a text', ['a.pdf'], /^input_files\.0 is "a\.pdf": specify an object/],
  ['no name', [{ content_base64: '' }], /^input_files\.0\.name is missing: send it/],
  ['no content', [{ name: 'a' }], /^input_files\.0\.content_base64 is missing/],
  [
    'an empty name',
    [given('')],
    /^input_files\.0\.name is an empty string: specify a non-empty string/,
  ],
  ['a number', [{ name: 7, content_base64: '' }], /^input_files\.0\.name is 7: specify a string/],
  ['another member', [{ ...given('a'), url: 'x' }], /^input_files\.0\.url is unknown here/],
  ['a path', [given('../../etc/passwd')], /contains a slash or backslash/],
  [
    'two files of the same name',
    [given('a.PDF'), given('A.pdf')],
    /input_files\.1\.name is "A\.pdf"/,
  ],
  ['no base64', [{ name: 'a', content_base64: '<b>' }], /contains "<" at position 0/],
  ['one byte more than 10 MiB', [given('a', 'x'.repeat(10_485_761))], /10485761 bytes/],
])('400 for %s', async (_what, files, message) => {
  const before = await count();
  const body = { ...orderSubmission, input_files: files };
  const answer = await app.post(PATH, body).expect(400);
  expect(answer.body).toEqual({ success: false, message: expect.stringMatching(message) });
  expect(await count()).toEqual(before);
});

test('202 for 10 files of 10 MiB in total, 413 above the body limit', async () => {
  const files = Array.from({ length: 10 }, (_, index) => given(`${index}`, 'x'.repeat(1_048_576)));
  const taskId = await submit(withFiles(...files));
  expect((await detailOf(taskId)).input_files).toHaveLength(10);
  await app.post(PATH, withFiles(given('a', 'x'.repeat(19_000_000)))).expect(413);
});

test('keeps file contents out of logs, events and responses', async () => {
  const taskId = await submit(withFiles(given(name)));
  const { body } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  const said = JSON.stringify([entries, body]);
  expect(said).not.toContain('canary-content');
  expect(said).not.toContain(given(name).content_base64.slice(0, 20));
});
