import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { scriptSession } from '../testing/script-session.ts';

const PATH = '/api/v1/sessions';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const app = await useTestApp();
const { open, start, worker } = scriptSession(app);
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const read = async (id: string) => (await app.get(`${PATH}/${id}`).expect(200)).body.session;
const endAll = async () => {
  for (const { session_id: id } of (await app.get(PATH).expect(200)).body.sessions) {
    await app.delete(`${PATH}/${id}`);
  }
  await query(
    `UPDATE tasks SET status = 'cancelled', worker_id = NULL, lease_expires_at = NULL WHERE status IN ('allocated', 'running')`,
  );
};
beforeEach(endAll);
/** A request from another account. */
const other = (method: 'get' | 'post' | 'delete' | 'patch', path: string, body?: object) =>
  supertest(app.app)[method](path).set('x-api-key', app.otherApiKey).send(body).expect(404);
/** Status, code and detail of the response to a session like this. */
const refuse = async (body: object) => {
  const { status, headers, body: answer } = await app.post(PATH, body);
  return [status, headers['x-error-code'], JSON.stringify(answer.detail)];
};

const bill = { name: 'bill.pdf', content_base64: Buffer.from('bill').toString('base64') };

// proves operation: openDebugSession
test('201 opens a page, an automation, or a version of a recording', async () => {
  const page = await open({ url: 'https://portal.example/start' });
  expect(page).toEqual({
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: 'opening',
    end_reason: null,
    error: null,
    source: { url: 'https://portal.example/start' },
    page_url: null,
    position: null,
    tabs: [],
    variables: {},
    failure: null,
    idle_seconds: 300,
    max_minutes: 60,
    created_by: expect.any(String),
    created_at: TIMESTAMP,
    started_at: null,
    ended_at: null,
    expires_at: TIMESTAMP,
  });
  expect(Date.parse(page.expires_at) - Date.parse(page.created_at)).toBe(3_600_000);
  const { task: leased } = await worker.claim();
  expect(leased).toMatchObject({
    automation: { url: 'https://portal.example/start', nodes: [] },
    max_timeout_in_minutes: 60,
    debug_session: {},
  });

  const [{ id, version }] = await query(
    `SELECT r.id, r.current_version AS version FROM recordings r WHERE r.endpoint_name = 'order'`,
  );
  const inputs = { username: ['ann'], number: ['7'] };
  const session = await open({
    recording_id: id,
    version,
    until: 'nodes[1]',
    input_parameters: inputs,
    idle_seconds: 30,
    max_minutes: 5,
    use_proxy: true,
    unique_parameter_names: ['username'],
    browser_settings: { locale: 'de-DE' },
    input_files: [bill],
  });
  expect(session).toMatchObject({
    source: { recording_id: id, version },
    idle_seconds: 30,
    max_minutes: 5,
  });
  const lease = await worker.claim();
  expect(lease['task']).toMatchObject({
    debug_session: { until: 'nodes[1]' },
    input_parameters: inputs,
    unique_parameter_names: ['username'],
    use_proxy: true,
    max_timeout_in_minutes: 5,
    // Workers never see where secrets come from.
    automation: {
      browser_settings: { locale: 'de-DE' },
      parameters: { secure_parameters: { code: [] } },
    },
    secure_parameters: { code: 1 },
    input_files: [{ name: 'bill.pdf', size_bytes: 4 }],
  });
  expect(JSON.stringify([session, lease])).not.toContain('JBSWY3DPEHPK3PXP');
});

test('201 uses the example values of omitted inputs', async () => {
  const automation = {
    ...orderAutomation,
    parameters: { ...orderAutomation.parameters, input_parameters: { username: ['example'] } },
  };
  await open({ automation });
  const { task } = await worker.claim();
  expect(task).toMatchObject({ input_parameters: { username: ['example'] } });
});

const noParameters = { input_parameters: {}, secure_parameters: {}, generated_parameters: {} };

// proves operation: openDebugSession
test('201 replays a task with a trace, with its own or another automation and inputs', async () => {
  const submitted = { ...orderSubmission, input_files: [bill] };
  const { task_id: taskId } = (await app.post('/api/v1/inference', submitted).expect(202)).body;
  await app.post(`/api/v1/tasks/${taskId}/cancel`, {}).expect(200);
  const refused = await app.post(PATH, { replay_of: taskId }).expect(404);
  expect(refused.body.detail).toContain('has no trace');
  const objectKey = `tasks/${taskId}/trace`;
  const file = { filename: 'trace.zip', contentType: 'application/zip', size: 1, objectKey };
  const stored = { taskId, leaseEpoch: 1, kind: 'trace', confirmedAt: new Date() } as const;
  await app.database.prisma.artifact.create({ data: { ...stored, ...file } });

  const session = await open({ replay_of: taskId });
  expect(session.source).toEqual({ replay_of: taskId });
  const { task } = await worker.claim();
  expect(task).toMatchObject({
    input_parameters: { username: ['ann'], number: ['7'] },
    input_files: [{ name: 'bill.pdf' }],
    debug_session: { replay: { trace_url: expect.stringContaining(objectKey) } },
  });
  await app.delete(`${PATH}/${session.session_id}`).expect(200);
  const automation = { url: 'https://portal.example/', nodes: [], parameters: noParameters };
  await open({ replay_of: taskId, automation, input_files: [] });
  await app.database.prisma.artifact.deleteMany({ where: { taskId } });
  expect((await worker.claim())['task']).toMatchObject({
    input_parameters: {},
    input_files: [],
    debug_session: { replay: { trace_url: null } },
  });
  await app.post(PATH, { replay_of: taskId }).set('x-api-key', app.otherApiKey).expect(404);
  await app.post(PATH, { replay_of: taskId, url: automation.url }).expect(422);
});

test('400 for inputs that do not match, 404 for unknown recordings, 422 for no or two sources', async () => {
  const url = 'https://portal.example/';
  expect(await refuse({ automation: orderAutomation })).toEqual([
    400,
    'parameter-mismatch',
    expect.stringContaining('number'),
  ]);
  expect(await refuse({ url, input_parameters: { a: ['1'] } })).toEqual([
    400,
    'parameter-mismatch',
    expect.stringContaining('does not declare'),
  ]);
  expect(await refuse({ recording_id: randomUUID() })).toEqual([
    404,
    'recording-not-found',
    expect.any(String),
  ]);
  expect(await refuse({})).toEqual([422, 'invalid-request', expect.any(String)]);
  expect(await refuse({ url, automation: orderAutomation })).toEqual([
    422,
    'invalid-request',
    expect.stringContaining('The body names 2 of url, automation, recording_id and replay_of'),
  ]);
  expect(await refuse({ url, version: 2 })).toEqual([422, 'invalid-request', expect.any(String)]);
  const input_files = [{ ...bill, name: 'a/b' }];
  expect(await refuse({ url, input_files })).toEqual([
    400,
    'input-file-refused',
    expect.stringContaining('input_files.0.name'),
  ]);
  expect(await refuse({ url: 'javascript:1' })).toEqual([
    422,
    'invalid-request',
    expect.stringContaining('"msg":"url: Addresses with'),
  ]);
  expect(await refuse({ url, idle_seconds: 29 })).toEqual([
    422,
    'invalid-request',
    expect.any(String),
  ]);
});

test('409 when the account has reached its limit of open sessions, even concurrently', async () => {
  const url = 'https://portal.example/';
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.post(PATH, { url })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.detail).toMatch(/^The account has 2 of 2 debug sessions open: end one/);
  expect(refused?.body.detail).toContain('errand admin quotas set ACCOUNT --debug-sessions N');
  const { quotas } = app.dependencies;
  const { used } = await quotas.set(app.accountId, { debug_sessions: 3 });
  expect(used.debug_sessions).toBe(2);
  await open({ url });
  expect((await app.post(PATH, { url })).status).toBe(409);
  await quotas.set(app.accountId, { debug_sessions: 0 });
  await open({ url });
  await quotas.set(app.accountId, { debug_sessions: null });
  expect((await app.post(PATH, { url })).status).toBe(409);
});

test('507 when the account has reached its storage limit', async () => {
  await query('UPDATE accounts SET storage_limit_bytes = 1');
  await app.post(PATH, { url: 'https://portal.example/' }).expect(507);
  await query('UPDATE accounts SET storage_limit_bytes = NULL');
});

// proves operation: getDebugSession; listDebugSessions
test('200 shows what the worker reported, which is stored sealed', async () => {
  const session = await start();
  const shown = {
    page_url: 'https://portal.example/in?q=4711',
    position: 'nodes[0]',
    tabs: [{ url: 'https://portal.example/in?q=4711', is_current: true }],
    variables: { number: ['4711'] },
  };
  await session.report('state', { state: 'ready', ...shown }).expect(204);
  expect(await read(session.id)).toMatchObject({
    state: 'ready',
    ...shown,
    started_at: TIMESTAMP,
    expires_at: TIMESTAMP,
    failure: null,
  });
  const rows = await query(
    'SELECT shown, data FROM debug_sessions JOIN session_events USING (task_id) WHERE task_id = $1',
    [session.id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('4711');
  const { sessions } = (await app.get(`${PATH}?state=ready`).expect(200)).body;
  expect(sessions).toEqual([await read(session.id)]);
  expect((await app.get(`${PATH}?state=ended`).expect(200)).body.sessions).not.toContainEqual(
    expect.objectContaining({ session_id: session.id }),
  );
});

test('404 for the session of another account, in every operation', async () => {
  const session = await start();
  for (const id of [session.id, randomUUID(), 'no-uuid']) {
    const path = `${PATH}/${id}`;
    const { body } = await other('get', path);
    expect(body).toEqual({ detail: `There is no debug session "${id}".` });
    await other('delete', path);
    await other('post', `${path}/steps`, { until: 'nodes[1]' });
    await other('delete', `${path}/steps`);
    await other('post', `${path}/locate`, { command: 'locator("a")' });
    await other('post', `${path}/pick`, {});
    await other('delete', `${path}/pick`);
    await other('get', `${path}/snapshot`);
    await other('patch', `${path}/variables`, { variables: { a: ['1'] } });
    await other('post', `${path}/restart`, {});
    await other('patch', `${path}/automation`, { automation: orderAutomation });
    await other('get', `${path}/events`);
    await other('get', `${path}/events/url`);
    await other('get', `${path}/stream`);
  }
  expect((await read(session.id)).state).toBe('opening');
});

// proves operation: endDebugSession
test('200 ends a waiting session at once, and an open one when its worker reports', async () => {
  const { session_id: waiting } = await open({ url: 'https://portal.example/' });
  const { body } = await app.delete(`${PATH}/${waiting}`).expect(200);
  expect(body.session).toMatchObject({ state: 'ended', end_reason: 'closed', ended_at: TIMESTAMP });
  await app.delete(`${PATH}/${waiting}`).expect(200);

  const session = await start();
  const polled = session.poll(0, 10);
  await app.delete(`${PATH}/${session.id}`).expect(200);
  expect((await polled).body).toEqual({ commands: [], closing: 'closed' });
  await session.complete();
  expect(await read(session.id)).toMatchObject({ state: 'ended', end_reason: 'closed' });
});

test('200 omits a session from the tasks, their events and their statistics', async () => {
  const [before] = await query('SELECT count(*) FROM account_events');
  const [counted] = await query('SELECT sum(tasks) FROM task_statistics');
  const session = await start();
  expect((await app.get('/api/v1/tasks').expect(200)).body.tasks).not.toContainEqual(
    expect.objectContaining({ task_id: session.id }),
  );
  await app.get(`/api/v1/tasks/${session.id}`).expect(404);
  await app.post(`/api/v1/tasks/${session.id}/cancel`).expect(404);
  await app.post('/api/v1/tasks/cancel', {}).expect(({ body }) => {
    expect(body.cancelled ?? []).not.toContain(session.id);
  });
  expect((await read(session.id)).state).toBe('opening');
  const [{ running }] = await query('SELECT account_running($1) AS running', [app.accountId]);
  expect(running).toBe(1);
  await session.complete();
  expect(await query('SELECT count(*) FROM account_events')).toEqual([before]);
  expect(await query('SELECT sum(tasks) FROM task_statistics')).toEqual([counted]);
});

test('200 deletes the automation of a session with it, and frees its storage', async () => {
  const used = async () =>
    (await query('SELECT storage_of($1)::int AS bytes', [app.accountId]))[0].bytes;
  const before = await used();
  const { session_id: id } = await open({
    automation: orderAutomation,
    input_parameters: { number: ['7'] },
  });
  expect(await used()).toBeGreaterThan(before + 1_024);
  await app.delete(`${PATH}/${id}`).expect(200);
  await app.delete(`/api/v1/tasks/${id}`).expect(200);
  await app.get(`${PATH}/${id}`).expect(404);
  expect(await used()).toBe(before);
});
