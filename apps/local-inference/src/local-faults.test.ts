import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { openLine, startLocalServer, type LocalServer } from './testing/start-local-server.ts';

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let line: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ LEASE_SECONDS: '5' }));
  line = owned.use(await openLine(fleet.controlPlane.url));
  const screenshot = { extraction_action: { screenshot: { filename: 'page.png' } } };
  for (const [name, seconds] of Object.entries({ short: 2, endless: 60 })) {
    const actions = [{ sleep_action: { sleep_time: seconds } }, screenshot];
    const nodes = actions.map((action) => ({ type: 'action_node', end_sleep_time: 0, ...action }));
    const parameters = { input_parameters: {}, generated_parameters: {} };
    const url = `${fleet.site.url}/`;
    const automation = { url, parameters, nodes, take_final_screenshot: false };
    await fleet.store({ endpoint_name: name, description: name, automation });
  }
});
afterAll(async () => owned.disposeAsync());

const submission = (name: string) => ({ endpoint_name: name, input_parameters: {} });
const newDirectory = () => mkdtempSync(join(fleet.directory, 'local-'));
const startServer = (settings = {}, directory = newDirectory()) =>
  startLocalServer({ fleet, directory, url: line.url }, settings);
const submit = async (server: LocalServer, name: string): Promise<string> =>
  (await server.post('/inference', submission(name))).body.task_id;
const refused = (message: RegExp) => ({
  success: false,
  message: expect.stringMatching(message),
});

describe('on one server, in sequence', () => {
  let directory: string;
  let server: LocalServer;
  beforeAll(async () => {
    directory = newDirectory();
    mkdirSync(join(directory, 'tasks', 'broken'), { recursive: true });
    writeFileSync(join(directory, 'tasks', 'broken', 'task.json'), '{"lease":');
    writeFileSync(join(directory, 'tasks', '.DS_Store'), '');
    server = await startServer({ LOCAL_QUEUE_LIMIT: '1' }, directory);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  test('refuses requests from pages, unknown paths and oversized bodies', async () => {
    const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1:8090' };
    for (const path of ['/inference', '/cancel_task']) {
      const body = JSON.stringify(submission('short'));
      const asked = await server.send({ line: `POST ${path}`, body, headers });
      expect(asked).toEqual({
        status: 403,
        body: refused(/comes from "http:\/\/127\.0\.0\.1:8090"/),
      });
    }
    expect((await server.send({ line: 'GET //' })).status).toBe(404);
    expect((await server.send({ line: 'GET /health?x=1' })).status).toBe(200);
    const large = JSON.stringify({ ...submission('short'), padding: 'x'.repeat(25_165_824) });
    for (const path of ['/inference', '/cancel_task']) {
      const asked = await server.send({ line: `POST ${path}`, body: large });
      expect(asked).toEqual({ status: 413, body: refused(/limit of 25165824 bytes/) });
    }
  });

  test('leaves unrelated folders and unreadable tasks alone', async () => {
    const taskId = await submit(server, 'short');
    expect((await fleet.untilEnded(taskId)).status).toBe('success');
    await pollUntil('the task is gone', () => !server.leftTasks().includes(taskId));
    expect(server.leftTasks()).toEqual(['.DS_Store', 'broken']);
  });

  test('refuses a second server on its port or in its folder, and tasks beyond the queue limit', async () => {
    const LOCAL_INFERENCE_PORT = String(server.port);
    await expect(startServer({ LOCAL_INFERENCE_PORT })).rejects.toThrow(
      /Port \d+ is in use by another process\. Set LOCAL_INFERENCE_PORT to a free port/,
    );
    await expect(startServer({}, directory)).rejects.toThrow(
      new RegExp(`is in use by process ${server.processId}\\. Set LOCAL_INFERENCE_DIRECTORY`),
    );
    await fleet.untilStatus(await submit(server, 'endless'), 'running');
    await submit(server, 'endless');
    const third = await server.post('/inference', submission('endless'));
    expect(third).toEqual({ status: 503, body: refused(/^1 tasks are already waiting here/) });
  });
});

test('passes on the rate limit of the account', async () => {
  await using busy = await fleet.controlPlane.startSibling({ RATE_LIMIT_PER_MINUTE: '1' });
  const place = { fleet, directory: newDirectory(), url: busy.url };
  await using server = await startLocalServer(place);
  const ask = () => server.post('/inference', submission('none'));
  const { body } = await pollUntil('it is too much', async () => {
    const asked = await ask();
    return asked.status === 429 && asked;
  });
  expect(body).toEqual(refused(/try again in \d+ second/));
});

test('runs a task that was accepted before the server was killed', async () => {
  const directory = newDirectory();
  let taskId: string;
  {
    await using server = await startServer({}, directory);
    taskId = await submit(server, 'short');
    await server.kill();
  }
  await using _server = await startServer({}, directory);
  const { status, error_class: reason } = await fleet.untilEnded(taskId);
  // The task may have started just before the kill.
  expect([`${status} ${reason}`]).toEqual([
    expect.stringMatching(/^(success null|failed interrupted)$/),
  ]);
});

test('fails a task with its output when the account has no room for a file of its result', async () => {
  const limit = (gib: string) =>
    fleet.controlPlane.command('accounts', 'limit', 'test', '--storage-gib', gib);
  await using server = await startServer();
  const taskId = await submit(server, 'short');
  await fleet.untilStatus(taskId, 'running');
  line.cut();
  await limit('0.000001');
  line.mend();
  const ended = await fleet.untilEnded(taskId);
  await limit('default');
  expect(ended).toMatchObject({
    status: 'failed',
    error_class: 'limit_exceeded',
    error: expect.stringContaining('The result is missing "page.png"'),
  });
  await pollUntil('nothing is left', () => server.leftTasks().length === 0);
});

describe('a killed server whose tasks ended while the control plane was down', () => {
  const damages = {
    'a report': (task: string) => truncateSync(join(task, reportsIn(task).at(-1) ?? ''), 5),
    'its files': (task: string) => rmSync(join(task, 'files'), { recursive: true }),
  };
  type Damage = keyof typeof damages;
  let directory: string;
  /** The tasks as they were when the server was killed. */
  let copy: string;
  let server: LocalServer;
  let whole: string;
  const damaged = new Map<string, string>();
  beforeAll(async () => {
    directory = newDirectory();
    copy = join(newDirectory(), 'tasks');
    const names = Object.keys(damages) as Damage[];
    const taskIds = await endWhileCut(directory, names.length + 1);
    whole = taskIds.pop() ?? '';
    cpSync(join(directory, 'tasks', whole), join(copy, whole), { recursive: true });
    for (const [index, name] of names.entries()) {
      const taskId = taskIds[index] ?? '';
      damages[name](join(directory, 'tasks', taskId));
      damaged.set(name, taskId);
    }
    line.mend();
    server = await startServer({}, directory);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  test.each(Object.keys(damages))('fails a task that has lost %s, and continues', async (name) => {
    expect(await fleet.untilEnded(damaged.get(name) ?? '')).toMatchObject({
      status: 'failed',
      error_class: 'interrupted',
      error: expect.stringContaining('its record of the task could not be read'),
    });
    await pollUntil('nothing is left', () => server.leftTasks().length === 0);
  });

  test('resends a result that was accepted but not recorded as sent', async () => {
    await fleet.untilEnded(whole);
    await pollUntil('nothing is left', () => server.leftTasks().length === 0);
    await server.kill();
    const before = await settledView(whole);
    cpSync(copy, join(directory, 'tasks'), { recursive: true });
    await using next = await startServer({}, directory);
    await pollUntil('nothing is left', () => next.leftTasks().length === 0);
    expect(await settledView(whole)).toEqual(before);
    expect(before).toMatchObject({ status: 'success', attempts: [{ outcome: 'success' }] });
  });
});

/**
 * Returns the control plane's view of an ended task, without the file URLs, which are signed anew
 * for each request.
 */
async function settledView(taskId: string) {
  const { steps, ...task } = await fleet.detailOf(taskId);
  const unsigned = { screenshot_url: null, evidence_url: null, log_url: null };
  return { ...task, steps: steps.map((step) => ({ ...step, ...unsigned })) };
}

/**
 * Runs this many tasks whose ends do not reach the control plane, then kills the server; the
 * connection stays cut. Returns the ids of the tasks.
 */
async function endWhileCut(directory: string, count: number): Promise<string[]> {
  await using server = await startServer({}, directory);
  const taskIds: string[] = [];
  for (let number = 0; number < count; number += 1) taskIds.push(await submit(server, 'short'));
  await fleet.untilStatus(taskIds[0] ?? '', 'running');
  line.cut();
  await pollUntil(
    'they have ended here',
    async () => (await server.get('/health')).body.unreported_tasks === count,
    { deadlineMs: 60_000 },
  );
  await server.kill();
  return taskIds;
}

function reportsIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^\d{8}\.json$/.test(name))
    .toSorted();
}
