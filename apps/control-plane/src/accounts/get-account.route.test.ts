import { expect, test } from '@jest/globals';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
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

const app = await useTestApp({ storageLimits: { attemptBytes: 20_000 }, mailsPerDay: 10 });

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
  });
  await app.submit();
  expect(await usedBytes()).toBeGreaterThan(body.storage.used_bytes + 1_000);
  await limitTo(70_000);
  const limited = await app.get('/api/v1/account').expect(200);
  expect(limited.body.storage.limit_bytes).toBe(70_000);
  await limitTo(null);
});

test('200 reports how many mails the account has sent today and its limit', async () => {
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

// proves operation: submitTask; createRecording; updateExample; updateRecording; rollBackRecording; retryTask; saveDemo
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
test('507 with its own code to a worker when the account is full', async () => {
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
