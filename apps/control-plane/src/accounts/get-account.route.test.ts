import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { speakWorker } from '../testing/speak-worker.ts';
import { adminToken, orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const step = {
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'input_text',
  outcome: 'done',
  started_at: '2026-03-02T09:15:01.040Z',
  duration_ms: 63,
};
const file = { filename: 'a.pdf', kind: 'download', content_type: 'application/pdf', size: 4 };

const app = await useTestApp({
  storageLimits: { attemptBytes: 20_000 },
  mailsPerDay: 10,
  retention: { taskDays: 0, fileDays: 30 },
});

const limitTo = (bytes: number | null) =>
  app.dependencies.accounts.limitStorage(app.accountId, bytes);
const usedBytes = async (): Promise<number> =>
  (await app.get('/api/v1/account').expect(200)).body.storage.used_bytes;

test('200 reports the storage use and limit of the account', async () => {
  const { body } = await app.get('/api/v1/account').expect(200);
  expect(body).toEqual({
    success: true,
    account_id: app.accountId,
    name: expect.any(String),
    storage: { used_bytes: expect.any(Number), limit_bytes: null },
    mails: { sent_today: 0, limit_per_day: 10 },
    retention: { task_days: null, file_days: 30 },
  });
  await app.submit();
  expect(await usedBytes()).toBeGreaterThan(body.storage.used_bytes + 1_000);
  await limitTo(70_000);
  const limited = await app.get('/api/v1/account').expect(200);
  expect(limited.body.storage.limit_bytes).toBe(70_000);
  await limitTo(null);
});

test('200 reports how many emails the account has sent today, and its limit', async () => {
  const { accounts, mailLimit } = app.dependencies;
  const mails = async () => (await app.get('/api/v1/account').expect(200)).body.mails;
  const order = { accountId: app.accountId, humanWaitId: null };
  expect(await mailLimit.take(order)).toBeUndefined();
  expect(await mails()).toEqual({ sent_today: 1, limit_per_day: 10 });
  await accounts.limitMails(app.accountId, 3);
  expect(await mails()).toEqual({ sent_today: 1, limit_per_day: 3 });
  await accounts.limitMails(app.accountId, 0);
  expect(await mails()).toEqual({ sent_today: 1, limit_per_day: null });
});

const older = { end_point: 'order', goal: 'Order a bolt.' };
const changed = { automation: orderAutomation };

// proves operation: submitTask; createRecording; updateExample; updateRecording; rollBackRecording; startRollout; retryTask; saveDemo
test('507 stores nothing when the account is full', async () => {
  const taskId = await app.submit();
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const { id } = await app.database.prisma.recording.findFirstOrThrow({
    where: { accountId: app.accountId, endpointName: 'order' },
  });
  const goal = { url: 'https://portal.example', files: ['data:text/plain;base64,SGVsbG8='] };
  const used = await usedBytes();
  await limitTo(used);
  const requests: [string, object][] = [
    ['inference', orderSubmission],
    ['inference', older],
    ['recordings', { endpoint_name: 'more', ...changed }],
    ['update_example', { endpoint_name: 'order', ...changed }],
    [`recordings/${id}/rollback`, { version: 1 }],
    [`recordings/${id}/rollouts`, { version: 1, percent: 10 }],
    [`tasks/${taskId}/retry`, {}],
    ['save_demo', goal],
  ];
  const answers = await Promise.all([
    ...requests.map(([path, body]) => app.post(`/api/v1/${path}`, body)),
    app.patch(`/api/v1/update_recording/${id}`, changed),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(507);
    expect(JSON.stringify(answer.body)).toMatch(
      /The account stores \d+ of the \d+ bytes that are allowed/,
    );
  }
  expect(await usedBytes()).toBe(used);
  await limitTo(null);
  await app.post('/api/v1/inference', orderSubmission).expect(202);
});

// proves operation: createArtifacts; reportSteps
test('507 with a separate code for a worker when the account is full', async () => {
  const worker = speakWorker(app);
  await app.submit();
  const lease = await worker.claim();
  await limitTo(1);
  const reports = { artifacts: { artifacts: [file] }, steps: { steps: [step] } };
  for (const [name, body] of Object.entries(reports)) {
    const answer = await worker.report(lease, name, body).expect(507);
    expect(answer.body.error).toMatchObject({ code: 'storage-full' });
  }
  await limitTo(null);
  await worker.report(lease, 'steps', reports.steps).expect(200);
  await worker.report(lease, 'artifacts', reports.artifacts).expect(201);
});

// proves operation: createArtifacts; reportSteps
test('413 when the attempt has reached its storage limit', async () => {
  const worker = speakWorker(app);
  await app.submit();
  const lease = await worker.claim();
  const big = { artifacts: [{ ...file, size: 25_000 }] };
  const long = { ...step, outcome: 'failed', error_message: 'm'.repeat(10_000) };
  const steps = [1, 2].map((sequence) => ({ ...long, sequence }));
  for (const [name, body] of [
    ['artifacts', big],
    ['steps', { steps }],
  ] as const) {
    const answer = await worker.report(lease, name, body).expect(413);
    expect(answer.body.error).toMatchObject({ code: 'attempt-storage-full' });
  }
});

const retentionOf = (accountId: string) => `/admin/v1/accounts/${accountId}/retention`;
const asOperator = (request: supertest.Test) =>
  request.set('authorization', `Bearer ${adminToken}`);
const put = (accountId: string, body: object) =>
  asOperator(supertest(app.app).put(retentionOf(accountId))).send(body);

// proves operation: getRetention; setRetention
test('200 sets how long the account keeps tasks and files, and shows the account these periods', async () => {
  const own = { task_days: 365, file_days: null };
  const answer = { account_id: app.accountId, own, effective: { task_days: 365, file_days: 30 } };
  expect((await put(app.accountId, own).expect(200)).body).toEqual(answer);
  const read = await asOperator(supertest(app.app).get(retentionOf(app.accountId))).expect(200);
  expect(read.body).toEqual(answer);
  const { body: account } = await app.get('/api/v1/account').expect(200);
  expect(account.retention).toEqual({ task_days: 365, file_days: 30 });
  const { body: forEver } = await put(app.accountId, { task_days: null, file_days: 0 }).expect(200);
  expect(forEver.effective).toEqual({ task_days: 0, file_days: 0 });
});

// proves operation: getRetention; setRetention
test('401 without the admin token, 404 for an unknown account', async () => {
  const body = { task_days: 1, file_days: 1 };
  await app.get(retentionOf(app.accountId)).expect(401);
  await supertest(app.app).put(retentionOf(app.accountId)).send(body).expect(401);
  for (const id of ['none', '00000000-0000-4000-8000-000000000000']) {
    const answer = await put(id, body).expect(404);
    expect(answer.headers['x-error-code']).toBe('account-not-found');
    expect(answer.body.detail).toContain(`There is no account "${id}"`);
    await asOperator(supertest(app.app).get(retentionOf(id))).expect(404);
  }
});

// proves operation: setRetention
test('400, 413 and 415 for a body that cannot be read, 422 for invalid periods', async () => {
  const send = (text: string, type = 'application/json') =>
    asOperator(supertest(app.app).put(retentionOf(app.accountId)))
      .set('content-type', type)
      .send(text);
  await send('{').expect(400);
  await send('x'.repeat(200_000)).expect(413);
  await send('task_days=1', 'application/x-www-form-urlencoded').expect(415);
  for (const days of [-1, 1.5, 36_501, 'x']) {
    const { body } = await put(app.accountId, { task_days: days, file_days: null }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'task_days']);
  }
  const { body } = await put(app.accountId, { task_days: 1 }).expect(422);
  expect(body.detail[0].loc).toEqual(['body', 'file_days']);
});

// proves operation: getRetention
test('422 for an unknown parameter', async () => {
  const path = `${retentionOf(app.accountId)}?days=1`;
  await asOperator(supertest(app.app).get(path)).expect(422);
});
