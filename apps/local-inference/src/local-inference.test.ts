import { pollUntil, startTraceCollector } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { openLine, startLocalServer, type LocalServer } from './testing/start-local-server.ts';

const owned = new AsyncDisposableStack();
const printing = {
  type: 'action_node',
  python_script_action: { execution_code: 'print("stock:", 7)\nraise ValueError("sold out")' },
};

let fleet: Fleet;
let line: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ LEASE_SECONDS: '5' }));
  line = owned.use(await openLine(fleet.controlPlane.url));
  for (const [name, seconds] of [
    ['quick', 0],
    ['slow', 3],
    ['endless', 60],
    ['printing', 0],
  ] as const) {
    const nodes = [
      ...(name === 'printing' ? [printing] : []),
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
});
afterAll(async () => owned.disposeAsync());

test("exports the spans of a task in its client's trace, and logs the trace", async () => {
  await using collector = await startTraceCollector();
  await using server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const traceId = randomBytes(16).toString('hex');
  const { status, body } = await server.send({
    line: 'POST /inference',
    body: JSON.stringify(submission('quick')),
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
  });
  expect(status).toBe(202);
  await fleet.untilEnded(body.task_id);
  const spans = await collector.until('the attempt is exported', (all) =>
    all.some(({ name }) => name === 'attempt'),
  );
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['attempt', expect.stringMatching(/^step /)]),
  );
  const service = spans.map(({ resource }) => resource['service.name']);
  expect(new Set(service)).toEqual(new Set(['errand-local-inference']));
  const log = readFileSync(join(fleet.directory, 'local-inference.log'), 'utf8').split('\n');
  const ended = log.find((entry) => entry.includes('attempt ended') && entry.includes(traceId));
  expect(JSON.parse(ended ?? '{}')).toMatchObject({ taskId: body.task_id, trace_id: traceId });
});

describe('on one server, in sequence', () => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  test.each(['/health', '/nothing'])('keeps the response to %s out of caches', async (path) => {
    const { headers } = await fetch(`http://127.0.0.1:${server.port}${path}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  // proves operation: submitLocally
  test('202 runs a task and reports it like any other', async () => {
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
  });

  test('keeps evidence and log of a step until they are uploaded like those of other tasks', async () => {
    const { body } = await server.post('/inference', submission('printing'));
    const { steps } = await fleet.untilEnded(body.task_id);
    expect(steps).toHaveLength(1);
    const { screenshot_url, evidence_url, log_url } = steps[0] ?? {};
    const [picture = '', evidence = '', log = ''] = await Promise.all(
      [screenshot_url, evidence_url, log_url].map(async (url) => (await fetch(url ?? '')).text()),
    );
    expect(picture).toContain('PNG');
    expect(JSON.parse(evidence)).toMatchObject({
      node_path: 'nodes[0]',
      page_url: fleet.site.url + '/',
    });
    expect(log).toContain('stock: 7\n');
  });

  test('explains errors, with the status of the control plane when the client can fix them', async () => {
    const unknown = await server.post('/inference', submission('none'));
    expect(unknown).toEqual({ status: 404, body: refused(/"none"/) });
    const incomplete = await server.post('/inference', {});
    expect(incomplete).toEqual({ status: 400, body: refused(/endpoint_name is missing/) });
    const dedicated = await server.post('/inference', {
      ...submission('quick'),
      is_dedicated: true,
    });
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
    expect(away).toEqual({ status: 500, body: refused(/does not respond.*Nothing was queued/s) });
  });
});

test('reports a key that the control plane refuses, and a missing key', async () => {
  await using server = await startServer({ API_KEY: 'errand_wrong' });
  const { status, body } = await server.post('/inference', submission('quick'));
  expect([status, body.message]).toEqual([500, expect.stringMatching(/refuses the API_KEY/)]);
  await expect(startServer({ API_KEY: '' })).rejects.toThrow(/API_KEY/);
});

test('continues without the control plane, and reports after a kill and a restart', async () => {
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
});

test('after a kill, runs waiting tasks by priority and fails the running one', async () => {
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
});

// proves operation: cancelLocally
test('200 cancels running and waiting tasks, from here and from the control plane', async () => {
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
});

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

function startServer(settings: Readonly<Record<string, string>> = {}, directory = newDirectory()) {
  return startLocalServer({ fleet, directory, url: line.url }, settings);
}
