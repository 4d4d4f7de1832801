import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { noFaults, findQueueFaults } from '../testing/check-queue.ts';
import { enrolWorker, workerId } from '../testing/enrol-worker.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { holderOf, noResult } from '../testing/open-stores.ts';
import { adminToken, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const { logger, entries } = recordLogs();
const app = await useTestApp({ logger });
const { leases, sessions } = app.dependencies;
const because = { by: 'ann', reason: 'Maintenance.' };
const portal = 'https://portal.example';
const account = { account_id: app.accountId };
const unknown = randomUUID();

function send(method: 'get' | 'patch' | 'post' | 'put', path: string, body?: object) {
  const client = supertest(app.app);
  const request = client[method](`/admin/v1/${path}`);
  return request.set('authorization', `Bearer ${adminToken}`).send(body);
}

const post = (path: string, body: object) => send('post', path, { ...because, ...body });

let seen = 0;
beforeEach(async () => {
  seen = entries.length;
  await app.database.pool.query(
    'DELETE FROM tasks; DELETE FROM warm_sessions; DELETE FROM login_queues; DELETE FROM pgboss.job',
  );
});

const claim = (id = workerId) =>
  leases.claim({ workerId: id, waitSeconds: 0, signal: new AbortController().signal });

async function submitDedicated(): Promise<string> {
  const { body } = await app
    .post('/api/v1/inference', {
      ...orderSubmission,
      unique_parameter_names: ['username'],
      is_dedicated: true,
    })
    .expect(202);
  return body.task_id;
}

async function stateOf(id: string) {
  const { body } = await send('get', 'workers').expect(200);
  return body.workers.find((worker: { worker_id: string }) => worker.worker_id === id);
}

const audited = () =>
  entries.slice(seen).flatMap(({ audit }) => (audit === undefined ? [] : [audit]));

// proves operation: pauseWork; resumeWork; listPauses
test('200 pauses a portal, shows it in lists and the queue view, and resumes it', async () => {
  const taskId = await app.submit();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const { body: paused } = await post('pauses', { ...account, portal, expires_at }).expect(200);
  expect(paused).toMatchObject({ ...account, portal, login_queue: null, ...because, expires_at });
  expect(await claim()).toBeUndefined();
  const { body: queue } = await app.get(`/api/v1/tasks/${taskId}/queue`).expect(200);
  expect(queue.queue).toMatchObject({
    reason: 'paused',
    message: `An operator has paused ${portal} until ${expires_at}: Maintenance.`,
  });
  const { body: listed } = await send('get', 'pauses').expect(200);
  expect(listed).toEqual({ pauses: [{ ...paused, account: 'owner' }] });

  const target = { ...account, portal, login_queue: null };
  const { body: resumed } = await post('pauses/end', { ...account, portal }).expect(200);
  expect(resumed).toEqual({ ...target, was_paused: true });
  const { body: again } = await post('pauses/end', { ...account, portal }).expect(200);
  expect(again).toEqual({ ...target, was_paused: false });
  expect(await claim()).toMatchObject({ taskId });
  expect(audited()).toEqual([
    { operation: 'pauseWork', ...because, target, result: expect.objectContaining({ expires_at }) },
    { operation: 'resumeWork', ...because, target, result: { was_paused: true } },
    { operation: 'resumeWork', ...because, target, result: { was_paused: false } },
  ]);
});

// proves operation: pauseWork; resumeWork; purgeTasks
test.each(['pauses', 'pauses/end', 'purges'])('404 at %s for an unknown target', async (path) => {
  await app.submit();
  const cases = [
    [{ account_id: unknown }, 'account-not-found', unknown],
    [{ account_id: 'acme' }, 'account-not-found', 'acme'],
    [{ ...account, portal: 'https://x.example' }, 'portal-not-found', 'https://x.example'],
    [{ ...account, login_queue: 'a'.repeat(64) }, 'login-queue-not-found', 'aaaa'],
  ] as const;
  for (const [target, code, value] of cases) {
    const { headers, body } = await post(path, target).expect(404);
    expect(headers['x-error-code']).toBe(code);
    expect(body.detail).toContain(value);
  }
  expect(audited()).toEqual([]);
});

// proves operation: pauseWork
test('422 for a pause in the past, for two targets, and without a name or a reason', async () => {
  const past = '2020-01-01T00:00:00.000Z';
  const cases: readonly [object, string, RegExp][] = [
    [
      { expires_at: past },
      'expires_at',
      /"2020-01-01T00:00:00.000Z" is not in the future: specify/,
    ],
    [{ portal, login_queue: 'a'.repeat(64) }, 'login_queue', /together with portal/],
    [{ by: ' ' }, 'by', /not blank/],
    [{ reason: '' }, 'reason', /non-empty/],
  ];
  for (const [change, field, msg] of cases) {
    const { body } = await post('pauses', { ...account, ...change }).expect(422);
    expect(body.detail).toContainEqual(
      expect.objectContaining({ loc: ['body', field], msg: expect.stringMatching(msg) }),
    );
  }
});

// proves operation: drainWorker; resumeWorker; listWorkers
test('200 drains a worker, which finishes its task, and undoes the drain', async () => {
  await app.database.pool.query('DELETE FROM workers');
  for (const id of ['leaving', 'staying']) await enrolWorker(app, { workerId: id, slots: 2 });
  await app.submit();
  const held = await claim('leaving');
  const { body } = await post('workers/leaving/drain', {}).expect(200);
  expect(body).toEqual({ worker_id: 'leaving', ...because, drained_at: expect.any(String) });
  const next = await app.submit();
  expect(await claim('leaving')).toBeUndefined();
  const drain = { ...because, drained_at: body.drained_at };
  expect(await stateOf('leaving')).toMatchObject({ state: 'draining', drain });
  expect(await stateOf('staying')).toMatchObject({ state: 'active', drain: null });
  await leases.complete(holderOf(held, 'leaving'), noResult);
  expect(await stateOf('leaving')).toMatchObject({ state: 'drained', held_task_ids: [] });

  const { body: resumed } = await post('workers/leaving/drain/end', {}).expect(200);
  expect(resumed).toEqual({ worker_id: 'leaving', was_draining: true });
  expect(await claim('leaving')).toMatchObject({ taskId: next });
  expect(audited()).toMatchObject([{ operation: 'drainWorker' }, { operation: 'resumeWorker' }]);
});

test('a drain ends the waiting claim and the idle warm sessions of the worker', async () => {
  await enrolWorker(app, { workerId: 'leaving' });
  await submitDedicated();
  const held = await claim('leaving');
  await leases.complete(holderOf(held, 'leaving'), { ...noResult, session: 'kept' });
  const { signal } = new AbortController();
  const waiting = leases.claim({ workerId: 'leaving', waitSeconds: 3, signal });
  const other = leases.claim({ workerId: 'staying', waitSeconds: 30, signal });
  await post('workers/leaving/drain', {}).expect(200);
  const sessionId = held?.session?.sessionId ?? '';
  expect(await sessions.renew('leaving', [sessionId])).toMatchObject([{ state: 'closing' }]);
  await sessions.end('leaving', sessionId);
  const next = await submitDedicated();
  expect(await other).toMatchObject({ taskId: next });
  expect(await waiting).toBeUndefined();
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});

// proves operation: drainWorker; resumeWorker
test.each(['drain', 'drain/end'])('404 at %s for an unknown worker', async (path) => {
  const { headers, body } = await post(`workers/nobody/${path}`, {}).expect(404);
  expect(headers['x-error-code']).toBe('worker-not-found');
  expect(body.detail).toContain('"nobody"');
});

// proves operation: listSessions
test('200 lists the warm sessions with their tasks', async () => {
  const taskId = await submitDedicated();
  const session_id = (await claim())?.session?.sessionId;
  const { body: busy } = await send('get', 'sessions').expect(200);
  const known = { session_id, worker_id: workerId, ...account, account: 'owner', portal };
  expect(busy.sessions).toMatchObject([{ ...known, state: 'busy', task_id: taskId }]);
});

// proves operation: closeSession
test('200 ends an idle warm session, 409 for a busy one, 404 for one that is gone', async () => {
  const taskId = await submitDedicated();
  const held = await claim();
  const session_id = held?.session?.sessionId;
  const refused = await post(`sessions/${session_id}/end`, {}).expect(409);
  expect(refused.headers['x-error-code']).toBe('session-busy');
  expect(refused.body.detail).toContain(taskId);

  await leases.complete(holderOf(held, workerId), { ...noResult, session: 'kept' });
  for (let n = 0; n < 2; n += 1) {
    const { body } = await post(`sessions/${session_id}/end`, {}).expect(200);
    expect(body).toEqual({ session_id, state: 'closing' });
  }
  await sessions.end(workerId, String(session_id));
  for (const id of [session_id, 'mine']) {
    const { headers } = await post(`sessions/${id}/end`, {}).expect(404);
    expect(headers['x-error-code']).toBe('session-not-found');
  }
});

const noLimits = {
  running: null,
  minutes_per_day: null,
  storage_bytes: null,
  mails_per_day: null,
  debug_sessions: null,
};

// proves operation: listAccounts; getQuotas; setQuotas
test('200 shows and sets what an account may use', async () => {
  const own = { ...noLimits, running: 1, storage_bytes: 5_000_000, mails_per_day: 0 };
  const path = `accounts/${app.accountId}/quotas`;
  const { body: set } = await send('put', path, { ...own, ...because }).expect(200);
  expect(set).toMatchObject({ ...account, account: 'owner', own, may_run: 1, is_paused: false });
  await app.submit();
  await app.submit();
  await claim();
  expect(await claim()).toBeUndefined();
  const { body: read } = await send('get', path).expect(200);
  expect(read).toMatchObject({ used: { running: 1, mails_today: 0 }, waiting: 1 });
  expect(read.used.minutes_of_24_hours).toBeGreaterThan(0);
  const { body: named } = await send('get', 'accounts?name=owner').expect(200);
  expect(named.accounts).toMatchObject([{ ...account, own }]);
  const { body: all } = await send('get', 'accounts').expect(200);
  expect(all.accounts.map((each: { account: string }) => each.account)).toEqual(['other', 'owner']);
  await send('put', path, { ...noLimits, ...because }).expect(200);
  expect(audited()).toMatchObject([
    { operation: 'setQuotas', result: { before: noLimits, after: own } },
    { operation: 'setQuotas', result: { before: own, after: noLimits } },
  ]);
});

// proves operation: changeQuotas
test('200 changes the given limits, keeps the others, and is safe to repeat', async () => {
  const path = `accounts/${app.accountId}/quotas`;
  const own = { ...noLimits, running: 3, minutes_per_day: 90, mails_per_day: 0 };
  await send('put', path, { ...own, ...because }).expect(200);
  const changes = [
    { running: 1, mails_per_day: null },
    { running: 1 },
    { storage_bytes: 1e9, debug_sessions: 5 },
  ];
  for (const change of changes) {
    await send('patch', path, { ...change, ...because }).expect(200);
  }
  const after = { ...own, running: 1, mails_per_day: null, storage_bytes: 1e9, debug_sessions: 5 };
  // Clients older than this limit omit it, which leaves it unchanged.
  const { debug_sessions: _sessions, ...older } = after;
  const { body: kept } = await send('put', path, { ...older, ...because }).expect(200);
  expect(kept.own).toEqual(after);
  const { body: read } = await send('get', path).expect(200);
  expect([read.own, read.may_run]).toEqual([after, 1]);
  expect(audited()[1]).toMatchObject({
    operation: 'changeQuotas',
    result: { before: own, after: { ...own, running: 1, mails_per_day: null } },
  });
  const { body: refused } = await send('patch', path, because).expect(422);
  expect(JSON.stringify(refused)).toMatch(/at least|fewer than 3/);
  await send('put', path, { ...noLimits, ...because }).expect(200);
});

// proves operation: getQuotas; setQuotas; changeQuotas
test.each(['get', 'put', 'patch'] as const)(
  '404 on %s of the quotas of an unknown account',
  async (method) => {
    const body = method !== 'get' ? { ...noLimits, ...because } : undefined;
    for (const id of [unknown, 'acme']) {
      const { headers } = await send(method, `accounts/${id}/quotas`, body).expect(404);
      expect(headers['x-error-code']).toBe('account-not-found');
    }
  },
);

// proves operation: purgeTasks
test('200 counts what a purge would cancel, then cancels it and leaves the rest', async () => {
  await app.submit();
  const held = await claim();
  const waiting = [await app.submit(), await app.submit()];
  const opened = await app.post('/api/v1/sessions', { url: portal }).expect(201);
  const counted = { ...account, portal, login_queue: null, dry_run: true, waiting: 2 };
  const { body: dry } = await post('purges', { ...account, portal }).expect(200);
  expect(dry).toEqual({ ...counted, cancelled: 0, has_more: false });
  expect(audited()).toEqual([]);
  const { body } = await post('purges', { ...account, portal, dry_run: false }).expect(200);
  expect(body).toEqual({ ...counted, dry_run: false, cancelled: 2, has_more: false });
  for (const taskId of waiting) {
    await pollUntil('the task is cancelled', async () => {
      const { body: task } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
      return task.task.status === 'cancelled';
    });
  }
  const session = await app.get(`/api/v1/sessions/${opened.body.session.session_id}`).expect(200);
  expect(session.body.session).toMatchObject({ state: 'opening' });
  await leases.complete(holderOf(held, workerId), noResult);
  expect(audited()).toMatchObject([{ operation: 'purgeTasks', result: { cancelled: 2 } }]);
  expect(await findQueueFaults(app.database)).toEqual(noFaults);
});
