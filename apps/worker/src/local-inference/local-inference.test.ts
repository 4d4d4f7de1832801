import { pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let line: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ LEASE_SECONDS: '5' }));
  line = owned.use(await openLine(fleet.controlPlane.url));
  for (const [name, seconds] of [
    ['quick', 0],
    ['slow', 3],
    ['endless', 60],
  ] as const) {
    const nodes = [
      { type: 'action_node', sleep_action: { sleep_time: seconds } },
      {
        type: 'action_node',
        end_sleep_time: 0,
        extraction_action: { screenshot: { filename: 'page.png' } },
      },
    ];
    const automation = {
      url: `${fleet.site.url}/`,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes,
      take_final_screenshot: false,
    };
    await fleet.store({ endpoint_name: name, description: name, automation });
  }
}, 60_000);
afterAll(async () => owned.disposeAsync());

test('runs a task and reports it like any other', async () => {
  await using server = await startServer();
  const { status, body } = await server.post('/inference', submission('quick'));
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      success: true,
      message: 'The task is queued on this local server.',
      task_id: expect.any(String),
    },
  });
  expect(await fleet.untilEnded(body.task_id)).toMatchObject({
    status: 'success',
    attempts: [{ outcome: 'success' }],
    steps: [{ outcome: 'done' }, { outcome: 'done' }],
  });
  expect(await filesOf(body.task_id)).toEqual(['page.png']);
  await pollUntil('nothing is left to report', () => server.leftTasks().length === 0);
  expect((await server.get('/health')).body).toEqual({
    status: 'healthy',
    task_running: false,
    queued_tasks: 0,
    unreported_tasks: 0,
  });
  expect((await server.get('/is_task_running')).body).toBe(false);
}, 90_000);

test('answers faults in words, with the status of the control plane where it is the client who can mend them', async () => {
  await using server = await startServer();
  const unknown = await server.post('/inference', submission('none'));
  expect(unknown).toEqual({ status: 404, body: refused(/"none"/) });
  const incomplete = await server.post('/inference', {});
  expect(incomplete).toEqual({ status: 400, body: refused(/endpoint_name is missing/) });
  const dedicated = await server.post('/inference', { ...submission('quick'), is_dedicated: true });
  expect(dedicated).toEqual({ status: 400, body: refused(/is_dedicated/) });
  const wrong = await server.post('/inference', { ...submission('quick'), priority: 'high' });
  expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'priority']]);
  const broken = await server.send({ line: 'POST /inference', body: '{' });
  expect(broken).toEqual({ status: 400, body: refused(/not valid JSON/) });
  const headers = { 'content-type': 'text/plain' };
  expect((await server.send({ line: 'POST /inference', body: '{}', headers })).status).toBe(415);
  const foreign = await server.send({
    line: 'GET /health',
    headers: { host: 'evil.example' },
  });
  expect(foreign.status).toBe(403);
  expect((await server.get('/nothing')).status).toBe(404);
  const noTask = await server.post('/cancel_task', { task_id: 'none' });
  expect(noTask).toEqual({ status: 404, body: refused(/No task "none"/) });
  expect((await server.post('/cancel_task', {})).status).toBe(400);
  line.cut();
  const away = await server.post('/inference', submission('quick'));
  line.mend();
  expect(away).toEqual({ status: 500, body: refused(/does not answer.*Nothing was queued/s) });
}, 60_000);

test('says that the control plane refuses the key, and that a key is missing', async () => {
  await using server = await startServer({ API_KEY: 'errand_wrong' });
  const { status, body } = await server.post('/inference', submission('quick'));
  expect([status, body.message]).toEqual([500, expect.stringMatching(/refuses the API_KEY/)]);
  await expect(startServer({ API_KEY: '' })).rejects.toThrow(/API_KEY/);
}, 60_000);

test('goes on without the control plane, is killed, and reports after its next start', async () => {
  const directory = newDirectory();
  let taskId: string;
  {
    await using server = await startServer({}, directory);
    taskId = (await server.post('/inference', submission('slow'))).body.task_id;
    await fleet.untilStatus(taskId, 'running');
    line.cut();
    await pollUntil(
      'it has ended here',
      async () => (await server.get('/health')).body.unreported_tasks === 1,
      { deadlineMs: 30_000 },
    );
    expect(await fleet.statusOf(taskId)).toBe('running');
    await server.kill();
  }
  await using server = await startServer({}, directory);
  line.mend();
  expect(await fleet.untilEnded(taskId)).toMatchObject({
    status: 'success',
    attempts: [{ outcome: 'success' }],
    steps: [{ outcome: 'done' }, { outcome: 'done' }],
  });
  expect(await filesOf(taskId)).toEqual(['page.png']);
  await pollUntil('nothing is left to report', () => server.leftTasks().length === 0);
}, 90_000);

test('after it was killed, runs what had waited, by priority, and fails what had run', async () => {
  const directory = newDirectory();
  const ids: string[] = [];
  {
    await using server = await startServer({}, directory);
    const submitted = [submission('endless'), submission('quick'), submission('quick', -1)];
    for (const body of submitted) {
      ids.push((await server.post('/inference', body)).body.task_id);
      if (ids.length === 1) await fleet.untilStatus(ids[0] ?? '', 'running');
    }
    expect((await server.get('/health')).body).toMatchObject({
      task_running: true,
      queued_tasks: 2,
    });
    await server.kill();
  }
  await using _server = await startServer({}, directory);
  const [ran, last, first] = await Promise.all(ids.map((id) => fleet.untilEnded(id)));
  expect(ran).toMatchObject({ status: 'failed', error_class: 'interrupted' });
  expect([last?.status, first?.status]).toEqual(['success', 'success']);
  const [begunFirst = NaN, begunLast = NaN] = [first, last].map((task) =>
    Date.parse(task?.steps[0]?.started_at ?? ''),
  );
  expect(begunFirst).toBeLessThan(begunLast);
}, 90_000);

test('cancels running and waiting tasks, from here and from the control plane', async () => {
  await using server = await startServer();
  const ids: string[] = [];
  for (const name of ['endless', 'quick', 'quick']) {
    ids.push((await server.post('/inference', submission(name))).body.task_id);
  }
  const [running = '', here = '', there = ''] = ids;
  await fleet.untilStatus(running, 'running');
  expect((await server.post('/cancel_task', { task_id: here })).status).toBe(200);
  for (const id of [there, running]) {
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
  }
  const ended = await Promise.all(ids.map((id) => fleet.untilEnded(id)));
  expect(ended.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
}, 60_000);

function refused(message: RegExp) {
  return { success: false, message: expect.stringMatching(message) };
}

function submission(endpointName: string, priority: number | null = null) {
  return { endpoint_name: endpointName, input_parameters: {}, priority };
}

async function filesOf(taskId: string): Promise<string[]> {
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${taskId}`);
  return (body as { downloads: { filename: string }[] }).downloads.map(({ filename }) => filename);
}

function newDirectory(): string {
  return mkdtempSync(join(fleet.directory, 'local-'));
}

interface LocalServer extends AppProcess {
  readonly post: (path: string, body: object) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly send: (request: {
    /** Method and path. */
    readonly line: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }) => Promise<Answer>;
  readonly leftTasks: () => string[];
  /** As kill -9 does. */
  readonly kill: () => Promise<void>;
}

// Whatever the document says it is.
type Answer = { readonly status: number | undefined; readonly body: ReturnType<typeof JSON.parse> };

async function startServer(
  settings: Readonly<Record<string, string>> = {},
  directory = newDirectory(),
): Promise<LocalServer> {
  const app = await startApp({
    name: 'local-inference',
    main: MAIN,
    args: ['--local-inference'],
    inherited: pickEnvironment(process.env),
    logFile: join(fleet.directory, 'local-inference.log'),
    environment: {
      CONTROL_PLANE_URL: line.url,
      API_KEY: fleet.controlPlane.apiKey,
      LOCAL_INFERENCE_PORT: '0',
      LOCAL_INFERENCE_DIRECTORY: directory,
      WORK_DIRECTORY: directory,
      DRAIN_SECONDS: '0',
      ...settings,
    },
  });
  const json = { 'content-type': 'application/json' };
  const send: LocalServer['send'] = async ({ line: start, body = '', headers = json }) => {
    const [method = '', path] = start.split(' ');
    const sent = request({ host: '127.0.0.1', port: app.port, method, path, headers });
    sent.end(body);
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  };
  return {
    ...app,
    send,
    post: (path, body) => send({ line: `POST ${path}`, body: JSON.stringify(body) }),
    get: (path) => send({ line: `GET ${path}` }),
    leftTasks: () => readdirSync(join(directory, 'tasks')),
    async kill() {
      process.kill(app.processId ?? 0, 'SIGKILL');
      await app.failed;
    },
  };
}

/** A way to the control plane that can be cut. */
async function openLine(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(): void {
      isCut = true;
      dropAll();
    },
    mend(): void {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      dropAll();
      await once(server, 'close');
    },
  };
}
