import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { scriptSession, type ScriptedSession } from '../testing/script-session.ts';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { start, worker } = scriptSession(app);
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const read = async (id: string) =>
  (await app.get(`/api/v1/sessions/${id}`).expect(200)).body.session;

let session: ScriptedSession;
let path: string;
/** Sends the request at once, before anything awaits the response. */
const locateNow = (command: string) =>
  app.post(`${path}/locate`, { command }).then((answer) => answer);
beforeEach(async () => {
  await query('DELETE FROM tasks');
  session = await start();
  path = `/api/v1/sessions/${session.id}`;
});

const stepsAnswer = {
  steps: [
    {
      node_path: 'nodes[0]',
      kind: 'click_element',
      outcome: 'done',
      started_at: '2026-03-02T09:16:01.040Z',
      duration_ms: 12,
      picture: 'data:image/jpeg;base64,AAAA',
    },
  ],
  output_data: [],
  variables: { number: ['7'] },
  position: null,
  page_url: 'https://portal.example/',
  tabs: [],
};
const node = { type: 'action_node', interaction_action: { go_back: {} } };
const { parameters: _parameters, ...plain } = orderAutomation;

// proves operation: runSessionSteps; cancelSessionSteps; locateInSession; pickInSession; cancelSessionPick; getSessionSnapshot; setSessionVariables; restartSession; setSessionAutomation; startSessionRecording; getSessionRecording; pointInSessionRecording; stopSessionRecording; awaitSessionCommands; answerSessionCommand
test('200 hands each command to the worker, whose answer (204) reaches the client', async () => {
  const match = { box: null, text: 'Sign in', is_visible: false };
  const picked = {
    outcome: 'picked',
    candidates: [{ command: 'locator("a")', score: 90 }],
    element: match,
  };
  const page = {
    page_url: 'https://portal.example/',
    title: 'x',
    accessibility_snapshot: '- x',
    screenshot: 'data:,',
  };
  const recorded = {
    is_recording: true,
    automation: { url: 'https://portal.example/', nodes: [node] },
    inputs: { name: ['Ann'] },
    secure_parameters: { password: [] },
    nodes: [
      {
        node_path: 'nodes[0]',
        kind: 'fill',
        page_url: 'https://portal.example/',
        candidates: [{ command: 'locator("a")', kind: 'css', score: 90, count: 1 }],
        outcome: 'passed',
      },
    ],
    faults: [],
  };
  const secrets = { code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] };
  const empty = { input_parameters: {}, generated_parameters: {} };
  const automation = {
    ...plain,
    nodes: [node],
    parameters: { ...empty, secure_parameters: secrets },
  };
  const commands = [
    ['post', 'steps', { node }, 'step', { node }, stepsAnswer],
    ['post', 'steps', { node_path: 'nodes[0]' }, 'step', { node_path: 'nodes[0]' }, stepsAnswer],
    ['post', 'steps', { until: 'nodes[1]' }, 'run_until', { until: 'nodes[1]' }, stepsAnswer],
    ['delete', 'steps', undefined, 'cancel', {}, { cancelled: false }],
    [
      'post',
      'locate',
      { command: 'locator("a")' },
      'locate',
      { command: 'locator("a")', highlight: true },
      { count: 1, matches: [match] },
    ],
    ['post', 'pick', {}, 'pick', { timeout_seconds: 60 }, picked],
    [
      'post',
      'pick',
      undefined,
      'pick',
      { timeout_seconds: 60 },
      { outcome: 'timed_out', candidates: [], element: null },
    ],
    ['delete', 'pick', undefined, 'cancel_pick', {}, { cancelled: true }],
    ['get', 'snapshot', undefined, 'snapshot', {}, page],
    [
      'patch',
      'variables',
      { variables: { a: ['1'], b: null } },
      'set_variables',
      { variables: { a: ['1'], b: null } },
      { variables: { a: ['1'] } },
    ],
    ['post', 'recording', undefined, 'recording', { action: 'start' }, recorded],
    ['get', 'recording', undefined, 'recording', { action: 'read' }, recorded],
    [
      'patch',
      'recording',
      { mode: 'each' },
      'recording',
      { action: 'point', mode: 'each' },
      recorded,
    ],
    ['post', 'recording/stop', undefined, 'recording', { action: 'stop', replay: true }, recorded],
    [
      'post',
      'recording/stop',
      { replay: false },
      'recording',
      { action: 'stop', replay: false },
      recorded,
    ],
    ['post', 'restart', { until: 'nodes[1]' }, 'restart', { until: 'nodes[1]' }, stepsAnswer],
    ['post', 'restart', undefined, 'restart', {}, stepsAnswer],
    // Seeds never reach a worker.
    [
      'patch',
      'automation',
      { automation },
      'set_automation',
      { automation: { ...automation, parameters: { ...empty, secure_parameters: { code: [] } } } },
      { position: 'nodes[0]' },
    ],
  ] as const;
  for (const [index, [method, name, body, kind, received, answer]] of commands.entries()) {
    const [{ body: answered }, command] = await Promise.all([
      app[method](`${path}/${name}`, body).expect(200),
      session.answerNext({ answer }, index),
    ]);
    expect(command).toEqual({ number: index + 1, kind, body: received });
    expect(answered).toEqual(
      kind === 'set_automation' ? { ...answer, ignored_secrets: ['code'] } : answer,
    );
  }
  // Neither commands nor their results are kept.
  expect(await query('SELECT number FROM session_commands')).toEqual([]);
});

test('200 hands over a command and an answer of several megabytes, and continues', async () => {
  const big = 'x'.repeat(4.5 * 1024 ** 2);
  const script = { type: 'action_node', python_script_action: { execution_code: `# ${big}` } };
  const [, command] = await Promise.all([
    app
      .patch(`${path}/automation`, { automation: { ...orderAutomation, nodes: [script] } })
      .expect(200),
    session.answerNext({ answer: { position: null } }),
  ]);
  // A comparison by toEqual would print both if it failed.
  expect(JSON.stringify(command).includes(big)).toBe(true);
  const answer = { ...stepsAnswer, output_data: [{ text: big }] };
  const [{ body }] = await Promise.all([
    app.post(`${path}/steps`, { node }).expect(200),
    session.answerNext({ answer }, 1),
  ]);
  expect(body.output_data[0].text === big).toBe(true);
});

test('200 shows a session as busy while a command waits, and stores both sides sealed', async () => {
  await session.report('state', { state: 'ready' }).expect(204);
  const asked = app.post(`${path}/locate`, { command: 'text=PRIVATE-7' }).then(({ body }) => body);
  const [{ number }] = (await session.poll(0, 10)).body.commands;
  // A response may be lost, so the command is handed out again.
  expect((await session.poll()).body.commands).toMatchObject([{ number }]);
  expect((await read(session.id)).state).toBe('busy');
  expect(JSON.stringify(await query('SELECT * FROM session_commands'))).not.toContain('PRIVATE');
  await session.report('answers', { number, answer: { count: 0, matches: [] } }).expect(204);
  expect(await asked).toEqual({ count: 0, matches: [] });
  expect((await read(session.id)).state).toBe('ready');
});

test('422 with the class of the error when the session could not carry it out', async () => {
  const error = { class: 'locator_syntax', message: 'The locator lacks a bracket:\n  a(\n   ^' };
  const [{ body }] = await Promise.all([
    app.post(`${path}/locate`, { command: 'locator(' }).expect(422),
    session.answerNext({ error }),
  ]);
  expect(body.detail).toEqual([
    { loc: ['body', 'command'], msg: `command: ${error.message}`, type: 'locator_syntax' },
  ]);
  expect(
    (await app.post(`${path}/steps`, { node, until: 'nodes[1]' }).expect(422)).body.detail,
  ).toEqual([{ loc: ['body', 'node'], msg: expect.stringContaining('leave'), type: 'node' }]);
  await app.post(`${path}/steps`, {}).expect(422);
  await app.patch(`${path}/automation`, { automation: { url: 'x' } }).expect(422);
  await app.patch(`${path}/recording`, { mode: 'sing' }).expect(422);
});

test('422 for a report with neither an answer nor an error', async () => {
  const { body } = await session.report('answers', { number: 1 }).expect(422);
  expect(JSON.stringify(body)).toContain('either answer or error');
});

test('409 while the session is waiting for a click, except to end the pick', async () => {
  const pick = app.post(`${path}/pick`, { timeout_seconds: 30 }).expect(200);
  const waiting = pick.then(({ body }) => body);
  const [{ number }] = (await session.poll(0, 10)).body.commands;
  const { body, headers } = await app
    .post(`${path}/locate`, { command: 'locator("a")' })
    .expect(409);
  expect([headers['x-error-code'], body.detail]).toEqual([
    'pick-open',
    expect.stringContaining(`DELETE ${path}/pick`),
  ]);
  const cancelled = { outcome: 'cancelled', candidates: [], element: null };
  await Promise.all([
    app.delete(`${path}/pick`).expect(200),
    session.answerNext({ answer: { cancelled: true } }, number),
    session.report('answers', { number, answer: cancelled }),
  ]);
  expect(await waiting).toEqual(cancelled);
});

test('500 for a command that cannot be opened, while later ones reach the worker', async () => {
  const lost = locateNow('locator("a")');
  await pollUntil(
    'the command is stored',
    async () => (await query('SELECT FROM session_commands')).length === 1,
  );
  await query(`UPDATE session_commands SET request = replace(request, 'v1.test.', 'v1.lost.')`);
  const later = locateNow('locator("b")');
  const answer = { count: 0, matches: [] };
  const { number, body } = await session.answerNext({ answer });
  expect([number, body]).toEqual([2, { command: 'locator("b")', highlight: true }]);
  expect((await later).body).toMatchObject(answer);
  const { status, headers } = await lost;
  expect([status, headers['x-error-code']]).toEqual([500, 'stored-secret-damaged']);
  expect(await query('SELECT FROM session_commands')).toEqual([]);
});

test('409 for the second of two picks that wait for the session together', async () => {
  await using holder = await begin(app);
  await holder.query('SELECT FROM debug_sessions WHERE task_id = $1 FOR UPDATE', [session.id]);
  const picks = [0, 1].map(() =>
    app.post(`${path}/pick`, { timeout_seconds: 30 }).then((answer) => answer),
  );
  await pollUntil('both picks wait for the session', async () => {
    const waiting = await query(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%add_session_command%' AND wait_event_type = 'Lock'`,
    );
    return waiting.length === 2;
  });
  await holder.query('commit');
  const refused = await Promise.race(picks);
  expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'pick-open']);
  const cancelled = { outcome: 'cancelled', candidates: [], element: null };
  await session.answerNext({ answer: cancelled });
  const answers = await Promise.all(picks);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('409 for more than 20 waiting commands, and with the reason after the session has ended', async () => {
  const locate = () =>
    app.post(`${path}/locate`, { command: 'locator("a")' }).then((answer) => answer);
  const asked = Array.from({ length: 20 }, locate);
  for (let seen = 0; seen < 20;) seen += (await session.poll(seen, 10)).body.commands.length;
  const refused = await locate();
  expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'too-many-commands']);
  const error = {
    class: 'browser_crashed',
    message: 'The browser crashed.',
    retry: 'infrastructure',
  };
  const output = { output_data: [], for_loop_status: [] };
  await worker.report(session.lease, 'fail', { ...output, error }).expect(200);
  const answers = await Promise.all(asked);
  const codes = answers.map(({ headers }) => headers['x-error-code']);
  expect(codes.filter((code) => code === 'debug-session-ended')).toHaveLength(20);
  expect(await read(session.id)).toMatchObject({
    state: 'ended',
    end_reason: 'failed',
    error: 'The browser crashed.',
  });
  const { body } = await app.post(`${path}/restart`, {}).expect(409);
  expect(body.detail).toBe(
    `The debug session "${session.id}" has ended (failed): open another one.`,
  );
  expect(await query('SELECT FROM session_commands')).toEqual([]);
});
