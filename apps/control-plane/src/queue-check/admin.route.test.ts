import { createLogger } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { loadConfig } from '../config.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { noFaults } from '../testing/check-queue.ts';
import { enrolWorker, workerToken } from '../testing/enrol-worker.ts';
import { adminToken } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const CHECK = '/admin/v1/queue-check';
const WORKERS = '/admin/v1/workers';
const DEMAND = '/admin/v1/demand';
const get = (path: string, token = adminToken) =>
  supertest(app.app).get(path).set('authorization', `Bearer ${token}`);

// proves operation: getQueueCheck
test('200 lists deviations', async () => {
  const { body: consistent } = await get(CHECK).expect(200);
  expect(consistent).toEqual({
    checked_at: expect.any(String),
    fault_count: 0,
    counts: noFaults,
    deviations: [],
  });
  const taskId = await app.submit();
  await app.database.pool.query('DELETE FROM pgboss.job');
  const { body } = await get(CHECK).expect(200);
  expect(body).toMatchObject({
    fault_count: 1,
    counts: { task_without_permit: 1 },
    deviations: [
      {
        kind: 'task_without_permit',
        severity: 'fault',
        ids: { task_id: taskId },
        expected: { permits: 1 },
        found: { permits: 0 },
        repair: expect.stringMatching(/new permit/),
      },
    ],
  });
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

// proves operation: listWorkers
test('200 lists workers with the tasks they hold, except those long gone', async () => {
  const taskId = await app.submit();
  await app.database.pool.query('DELETE FROM workers');
  const signal = new AbortController().signal;
  const said = { version: '0.1.0', slots: 4, labels: ['default', 'acme'] };
  for (const workerId of ['gone', 'quiet', 'busy']) {
    const claim = { workerId, ...(workerId === 'busy' ? said : { labels: ['none'] }) };
    await enrolWorker(app, claim);
    await app.dependencies.leases.claim({ ...claim, waitSeconds: 0, signal });
  }
  await app.database.pool.query(`UPDATE workers SET last_seen_at = now()
    - CASE id WHEN 'gone' THEN interval '25 h' WHEN 'quiet' THEN interval '61 s' ELSE interval '0' END`);
  const { body } = await get(WORKERS).expect(200);
  const times = { first_seen_at: expect.any(String), last_seen_at: expect.any(String) };
  const alive = { is_alive: true, state: 'active', drain: null, warm_sessions: 0 };
  const busy = {
    worker_id: 'busy',
    ...said,
    protocol: 2,
    ...alive,
    held_task_ids: [taskId],
    ...times,
  };
  const quiet = {
    worker_id: 'quiet',
    is_alive: false,
    state: 'gone',
    slots: null,
    held_task_ids: [],
  };
  expect(body.workers).toEqual([busy, expect.objectContaining(quiet)]);
});

// proves operation: getDemand
test('200 counts the slots that workers with some labels could use', async () => {
  const { body: before } = await get(DEMAND).expect(200);
  const taskId = await app.submit();
  const { body } = await get(`${DEMAND}?labels=acme,default`).expect(200);
  const { claimable, busy } = before;
  expect(body).toMatchObject({
    claimable: claimable + 1,
    busy,
    slots_wanted: claimable + busy + 1,
  });
  expect(body.oldest_claimable_seconds).toBeGreaterThan(0);
  const { body: other } = await get(`${DEMAND}?labels=acme`).expect(200);
  expect(other).toMatchObject({ claimable: 0, slots_wanted: 0, waiting: { total: 0 } });
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('422 for labels that no worker can have', async () => {
  const { body } = await get(`${DEMAND}?labels=a%20b`).expect(422);
  expect(body.detail).toEqual([
    expect.objectContaining({
      loc: ['query', 'labels'],
      msg: expect.stringMatching(/"a b".*labels separated by commas/),
    }),
  ]);
});

// proves operation: getDemand; getQueueCheck; listWorkers
test.each([CHECK, WORKERS, DEMAND])('401 for %s without the admin token', async (path) => {
  const { body } = await supertest(app.app).get(path).expect(401);
  expect(body).toEqual({ detail: expect.stringMatching(/Bearer <ADMIN_TOKEN>/) });
  await get(path, workerToken).expect(401);
  await app.get(path).expect(401);
});

test.each([CHECK, WORKERS, DEMAND])('422 for %s with an unknown parameter', async (path) => {
  const { body } = await get(`${path}?repair=true`).expect(422);
  expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'repair'] })]);
});

test.each([CHECK, WORKERS, DEMAND])('404 for %s if no admin token is set', async (path) => {
  const closed = createWholeApp(app.dependencies, {
    logger: createLogger({ name: 'test', level: 'error' }),
    validateResponses: true,
  });
  await supertest(closed).get(path).set('authorization', 'Bearer undefined').expect(404);
  await supertest(closed).get(path).expect(404);
});

test('refuses an admin token that is too short', () => {
  const required = {
    DATABASE_URL: 'postgresql://errand@localhost/errand',
    WORKER_TOKEN: 'w'.repeat(32),
    SEALING_KEYS: `first:${Buffer.alloc(32, 7).toString('base64')}`,
    STORAGE_DIRECTORY: '/tmp/files',
    STORAGE_SIGNING_KEY: 's'.repeat(32),
  };
  expect(loadConfig({ ...required, ADMIN_TOKEN: 'a'.repeat(32) }).adminToken).toBe('a'.repeat(32));
  expect(() => loadConfig({ ...required, ADMIN_TOKEN: 'short' })).toThrow(/ADMIN_TOKEN/);
});
