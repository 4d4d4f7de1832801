import { expect, test } from '@jest/globals';
import { enrolWorker } from '../testing/enrol-worker.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/me';
const NO_LIMITS = {
  running: null,
  minutes_per_day: null,
  storage_bytes: null,
  mails_per_day: null,
  debug_sessions: null,
};

const app = await useTestApp();

const limits = async ({ get }: TestApp) => (await get(PATH).expect(200)).body.limits;
const features = async ({ get }: TestApp) => (await get(PATH).expect(200)).body.features;

// proves operation: getMe
test('200 for a key of any single scope, with what that key may do', async () => {
  for (const scope of ['read', 'submit', 'author', 'admin', 'local_server']) {
    const name = `only ${scope}`;
    const made = await app.post('/api/v1/api_keys', { name, scopes: [scope] }).expect(201);
    const { body } = await app.get(PATH).set('x-api-key', made.body.api_key).expect(200);
    const used = { ...made.body.key, last_used_at: expect.any(String) };
    expect(body).toMatchObject({ success: true, account_id: app.accountId, key: used });
    expect(JSON.stringify(body)).not.toContain(made.body.api_key);
  }
});

test('200 with the tasks and limits of this account alone', async () => {
  const { accounts, quotas } = app.dependencies;
  const other = await accounts.ensure('other');
  await quotas.set(other.accountId, { ...NO_LIMITS, running: 1 });
  await app.submit();
  await app.submit();
  const now = async () => (await app.get(PATH).expect(200)).body.tasks;
  expect(await now()).toEqual({ running: 0, may_run: null, waiting: 2, is_paused: false });
  await speakWorker(app).claim();
  await quotas.set(app.accountId, { ...NO_LIMITS, running: 3 });
  expect(await now()).toEqual({ running: 1, may_run: 3, waiting: 1, is_paused: false });
});

test('200 with the limits in effect, of the account or of the installation', async () => {
  await using limited = await startTestApp({
    databaseUrl: app.databaseUrl,
    storageLimits: { accountBytes: 5_000_000 },
    mailsPerDay: 7,
  });
  const { quotas } = app.dependencies;
  await quotas.set(app.accountId, NO_LIMITS);
  const none = { minutes_per_day: null, storage_bytes: null, mails_per_day: null };
  expect(await limits(app)).toEqual({ ...none, debug_sessions: 2 });
  expect(await limits(limited)).toEqual({
    minutes_per_day: null,
    storage_bytes: 5_000_000,
    mails_per_day: 7,
    debug_sessions: 2,
  });
  const own = {
    minutes_per_day: 30,
    storage_bytes: 9_000_000,
    mails_per_day: 0,
    debug_sessions: 0,
  };
  await quotas.set(app.accountId, own);
  expect(await limits(limited)).toEqual({ ...own, mails_per_day: null, debug_sessions: null });
  await quotas.set(app.accountId, NO_LIMITS);
});

test('200 says whether the installation has a live view', async () => {
  await using without = await startTestApp({ hasLiveView: false });
  const none = { models: false, recording: false };
  expect(await features(app)).toEqual({ live_view: true, ...none });
  expect(await features(without)).toEqual({ live_view: false, ...none });
});

test('200 says what the workers that serve the account can do', async () => {
  await enrolWorker(app, { workerId: 'foreign', labels: ['acme'], features: ['recording'] });
  await enrolWorker(app, { workerId: 'plain' });
  expect(await features(app)).toMatchObject({ models: false, recording: false });
  await enrolWorker(app, { workerId: 'thinking', features: ['models'] });
  expect(await features(app)).toMatchObject({ models: true, recording: false });
});

test('422 for a query parameter', async () => {
  await app.get(`${PATH}?account_id=${app.accountId}`).expect(422);
});
