import { listOperations, loadErrandDocument } from '@errand/api-types';
import { beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { screen, speakGateway } from '../testing/speak-gateway.ts';
import { scriptSession, type ScriptedSession } from '../testing/script-session.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const draining = new AbortController();
const app = await useTestApp({ draining: draining.signal });
const { open, start, worker } = scriptSession(app);
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const read = async (id: string) =>
  (await app.get(`/api/v1/sessions/${id}`).expect(200)).body.session;

const setAge = (id: string, age: string) =>
  query(`UPDATE debug_sessions SET created_at = now() - $2::interval WHERE task_id = $1`, [
    id,
    age,
  ]);

let session: ScriptedSession;
let path: string;
beforeEach(async () => {
  await query('DELETE FROM tasks');
  session = await start();
  path = `/api/v1/sessions/${session.id}`;
});

// proves operation: reportSessionState; reportSessionEvents; streamSessionEvents; createSessionEventsUrl
test('200 streams the reported (204) events to the end, and 204 when no more can follow', async () => {
  await session
    .report('state', { state: 'ready', page_url: 'https://portal.example/' })
    .expect(204);
  const console_ = { type: 'console', data: { text: 'PRIVATE-8' } };
  await session.report('events', { events: [console_, console_] }).expect(204);
  expect(JSON.stringify(await query('SELECT * FROM session_events'))).not.toContain('PRIVATE');
  const { body } = await app.get(`${path}/events/url`).expect(200);
  const url = new URL(body.events_url);
  expect(url.pathname).toBe(`${path}/events`);
  await session.complete();
  const { text } = await app.get(`${path}/events`).expect(200);
  const lines = text.split('\n').filter((line: string) => /^(id|event):/.test(line));
  expect(lines).toEqual([
    'id: 1',
    'event: state',
    'id: 2',
    'event: console',
    'id: 3',
    'event: console',
    'id: 4',
    'event: state',
  ]);
  expect(text).toContain('data: {"state":"ended","end_reason":"closed","error":null}');
  const rest = await app.get(`${path}/events`).set('Last-Event-ID', '3').expect(200);
  expect(rest.text).not.toContain('console');
  await app.get(`${path}/events?last_event_id=4`).expect(204);
  await app.get(`${path}/events?last_event_id=last`).expect(422);
});

test('200 keeps the newest 2,000 events', async () => {
  const events = Array.from({ length: 100 }, () => ({ type: 'console', data: {} }));
  for (let sent = 0; sent < 2_100; sent += 100) await session.report('events', { events });
  expect(await query('SELECT min(number), max(number) FROM session_events')).toEqual([
    { min: 101, max: 2_100 },
  ]);
});

test('200 ends as idle when nobody used it, but not while a person has control', async () => {
  await session.report('state', { state: 'ready' }).expect(204);
  await query(`UPDATE debug_sessions SET active_at = now() - interval '301 s'`);
  const [{ id: key }] = await query('SELECT id FROM api_keys WHERE account_id = $1 LIMIT 1', [
    app.accountId,
  ]);
  await query(
    `INSERT INTO viewers (jti, task_id, lease_epoch, mode, api_key_id, gateway_id, viewer_address)
     VALUES (gen_random_uuid(), $1, 1, 'control', $2, 'g', 'a')`,
    [session.id, key],
  );
  expect((await session.poll()).body).toEqual({ commands: [], closing: null });
  await query(`UPDATE viewers SET closed_at = now() - interval '299 s'`);
  expect((await session.poll()).body.closing).toBeNull();
  await query(`UPDATE viewers SET closed_at = now() - interval '301 s'`);
  expect((await session.poll()).body).toEqual({ commands: [], closing: 'idle' });
  await session.complete();
  expect(await read(session.id)).toMatchObject({ state: 'ended', end_reason: 'idle' });
});

test('200 ends a minute after its worker is drained, or when the worker releases it', async () => {
  const setDrain = (at: string) =>
    query(`UPDATE workers SET drain = jsonb_build_object('by', 'a', 'reason', 'b', 'at', ${at})`);
  await setDrain(`now() - interval '59 s'`);
  expect((await session.poll()).body.closing).toBeNull();
  await setDrain(`now() - interval '61 s'`);
  expect((await session.poll()).body.closing).toBe('worker_drained');
  await query('UPDATE workers SET drain = NULL');
  await session.complete();
  const other = await start();
  await worker.report(other.lease, 'release', { reason: 'drain' }).expect(200);
  expect(await read(other.id)).toMatchObject({ state: 'ended', end_reason: 'worker_drained' });
});

test('200 ends as lost with its lease or as deadline when its time is up, and is never retried', async () => {
  await query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'`);
  const { leases } = app.dependencies;
  await leases.takeBackLost();
  expect(await read(session.id)).toMatchObject({
    end_reason: 'worker_lost',
    error: expect.any(String),
  });
  await session.poll().expect(409);

  const other = await start();
  await query(`UPDATE tasks SET started_at = now() - interval '2 h' WHERE status = 'running'`);
  await leases.endOverdue(10);
  expect(await read(other.id)).toMatchObject({ state: 'ended', end_reason: 'deadline' });
});

test('200 ends as deadline when no worker has started it within max_minutes', async () => {
  const failed: unknown[] = [];
  const end = () =>
    app.dependencies.debugSessions.endUnopened((...failure) => failed.push(failure));
  const { session_id: id } = await open({ url: 'https://portal.example/', max_minutes: 5 });
  await setAge(id, '299 s');
  // The time limit of a running session counts from its start.
  await setAge(session.id, '2 h');
  expect(await end()).toEqual([]);
  await setAge(id, '300 s');
  const passes = await Promise.all([end(), end()]);
  expect(passes.flat()).toEqual([id]);
  expect(failed).toEqual([]);
  expect(await read(id)).toMatchObject({
    state: 'ended',
    end_reason: 'deadline',
    started_at: null,
    expires_at: null,
  });
  expect(await read(session.id)).toMatchObject({ ended_at: null });
});

// proves operation: createSessionStreamUrl
test('200 lets a person control it at any time, 409 before it runs or without a screen', async () => {
  const codeOf = async () => (await app.get(`${path}/stream`)).headers['x-error-code'];
  expect(await codeOf()).toBe('no-screen');
  await session.complete();
  expect(await codeOf()).toBe('task-ended');
  await worker.enrol({ screen });
  const { id } = await start();
  const url = `/api/v1/sessions/${id}/stream`;
  expect((await app.get(url).expect(200)).body).toMatchObject({ mode: 'view' });
  const { body } = await app.get(`${url}?mode=control`).expect(200);
  expect(body).toMatchObject({ mode: 'control', stream_url: expect.stringContaining(id) });
  const gateway = speakGateway(app);
  await gateway.redeem(body.stream_url).expect(200);
  const shown = { task_id: id, lease_epoch: 1, mode: 'control' };
  expect((await gateway.watch([shown], 0).expect(200)).body).toEqual({ ended: [] });
});

// proves operation: cancelTask; createStreamUrl
test('404 without any effect for a session at the paths of a task, which have other scopes', async () => {
  await worker.enrol({ screen });
  const { id, complete } = await start();
  const operations = listOperations(loadErrandDocument()).filter(
    ({ operationId, path: documented }) =>
      documented.includes('{task_id}') && !['deleteTask', 'getTaskQueue'].includes(operationId),
  );
  expect(operations.length).toBeGreaterThan(8);
  const expectNone = async () => {
    for (const { operationId, method, path: documented } of operations) {
      const url = documented.replace('{task_id}', id);
      const asked = operationId === 'createStreamUrl' ? `${url}?mode=control` : url;
      const client = supertest(app.app);
      const { status, headers } = await client[method](asked)
        .set('x-api-key', app.apiKey)
        .send(method === 'post' ? {} : undefined);
      const code = headers['x-error-code'];
      expect([operationId, status, code]).toEqual([operationId, 404, 'task-not-found']);
    }
  };
  await expectNone();
  expect(await read(id)).toMatchObject({ state: 'opening', ended_at: null });
  await complete();
  await expectNone();
  expect(await read(id)).toMatchObject({ state: 'ended', end_reason: 'closed' });
});

// proves operation: runSessionSteps; cancelSessionSteps; locateInSession; pickInSession; cancelSessionPick; getSessionRecording; startSessionRecording; pointInSessionRecording; stopSessionRecording; getSessionSnapshot; setSessionVariables; restartSession; setSessionAutomation
test('504 when a command takes too long: it continues, and its answer is not kept', async () => {
  const owned = { accountId: app.accountId, sessionId: session.id };
  const command = { kind: 'snapshot', body: {}, signal: new AbortController().signal } as const;
  const { debugSessions } = app.dependencies;
  // While it waits for a worker, no state is reported.
  await query("UPDATE debug_sessions SET state = 'busy'");
  await expect(
    debugSessions.ask(owned, { ...command, longestSeconds: 0.05 }),
  ).rejects.toMatchObject({
    code: 'command-unfinished',
    status: 504,
    message: expect.stringContaining('Command 1 has not ended within 0.05 seconds and continues'),
  });
  await session.answerNext({ answer: { title: 'x' } });
  expect(await query('SELECT answer, request FROM session_commands')).toEqual([
    { answer: null, request: null },
  ]);
  await query('UPDATE debug_sessions SET state = NULL');
  await expect(
    debugSessions.ask(owned, { ...command, longestSeconds: 0.05 }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/^Command 2 has not begun .* the session is still opening:/),
  });
});

test('503 when this server shuts down: the command continues in the session', async () => {
  const asked = app.post(`${path}/locate`, { command: 'locator("a")' }).then((answer) => answer);
  const [{ number }] = (await session.poll(0, 10)).body.commands;
  draining.abort();
  const { status, headers, body } = await asked;
  expect([status, headers['x-error-code'], headers['retry-after']]).toEqual([
    503,
    'unavailable',
    expect.any(String),
  ]);
  expect(body.detail).toContain(`Command ${number} continues`);
  expect((await read(session.id)).state).toBe('opening');
});
