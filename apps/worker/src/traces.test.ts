import { openFleet, type Fleet } from '@errand/task-runner/testing';
import {
  type CollectedSpan,
  pollUntil,
  startTraceCollector,
  type TraceCollector,
} from '@errand/test-kit';
import { attemptSpan, readTraceContext } from '@errand/tracing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const STATE = 'congo=t61rcWkgMzE';
/** Part of the task's values; no span may contain it. */
const CANARY = 'canary4711';
/** Longer than the five seconds that the collector may take, shorter than any grace period. */
const BOUND_MS = 15_000;

const owned = new AsyncDisposableStack();
let collector: TraceCollector;
let fleet: Fleet;
let settings: Readonly<Record<string, string>>;
const callbacks: IncomingHttpHeaders[] = [];
let callbackUrl: string;

beforeAll(async () => {
  collector = owned.use(await startTraceCollector());
  settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${CANARY}`,
  };
  fleet = owned.use(await openFleet({ ...settings, LEASE_SECONDS: '5' }));
  const receiver = createServer((request, response) => {
    callbacks.push(request.headers);
    // The first attempt fails, so there is a second one.
    response.writeHead(callbacks.length === 1 ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  owned.defer(() => void receiver.close());
  callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${CANARY}`;
});
afterAll(() => owned.disposeAsync());

const nodes = (seconds: number) => [
  { interaction_action: { scroll: {} } },
  {
    interaction_action: {
      input_text: { command: 'locator("#email")', input_text: '{login[0]}', skip_prompt: true },
    },
  },
  { sleep_action: { sleep_time: seconds } },
];

async function submit(name: string, seconds: number): Promise<string> {
  const automation = {
    url: `${fleet.site.url}/login?${CANARY}`,
    parameters: { input_parameters: { login: [] }, generated_parameters: {} },
    nodes: nodes(seconds).map((node) => ({ type: 'action_node', end_sleep_time: 0, ...node })),
  };
  await fleet.store({ endpoint_name: name, description: name, automation });
  const response = await fetch(`${fleet.controlPlane.url}/api/v1/inference`, {
    method: 'POST',
    headers: {
      'x-api-key': fleet.controlPlane.apiKey,
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-${CLIENT_SPAN}-01`,
      tracestate: STATE,
    },
    body: JSON.stringify({
      endpoint_name: name,
      input_parameters: { login: [CANARY] },
      task_callback_url: callbackUrl,
      task_callback_api_key: `${CANARY}-key`,
    }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { task_id: string }).task_id;
}

test('one trace covers the client, a killed worker and the callback', async () => {
  const first = await fleet.startWorker(settings);
  const taskId = await submit(`${CANARY}-name`, 8);
  await collector.until('the first step of the first attempt', (spans) =>
    spans.some(({ name }) => name === 'step scroll'),
  );
  process.kill(first.processId ?? 0, 'SIGKILL');
  await using _second = await fleet.startWorker(settings);
  const { attempts, error } = await fleet.untilEnded(taskId);
  expect([error, attempts.map(({ outcome }) => outcome)]).toEqual([null, ['lost', 'success']]);
  const spans = await collector.until(
    'both callbacks and attempts',
    (all) => count(all, 'callback') === 2 && count(all, 'attempt') === 2,
  );

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]));
  expect(new Set(spans.map(({ traceState }) => traceState))).toEqual(new Set([STATE]));
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const [root] = named(spans, 'submit');
  expect(root).toMatchObject({
    parentSpanId: CLIENT_SPAN,
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/inference',
      'http.response.status_code': 202,
      'errand.task.id': taskId,
    },
  });
  const [lost, done] = named(spans, 'attempt').toSorted(byStart);
  expect(lost).toMatchObject({
    parentSpanId: root?.spanId,
    links: [],
    status: { code: 2 },
    attributes: {
      'errand.attempt': 1,
      'errand.attempt.outcome': 'lost',
      'errand.attempt.ended_by': 'control_plane',
      'errand.worker.id': first.workerId,
      'error.type': 'lease_lost',
    },
    resource: { 'service.name': 'errand-control-plane' },
  });
  expect(done).toMatchObject({
    parentSpanId: root?.spanId,
    links: [{ traceId: TRACE_ID, spanId: lost?.spanId }],
    status: { code: 0 },
    attributes: { 'errand.attempt': 2, 'errand.attempt.outcome': 'success' },
    resource: { 'service.name': 'errand-worker' },
  });
  const trace = readTraceContext({ traceparent: `00-${TRACE_ID}-${root?.spanId}-01` });
  expect(trace && attemptSpan({ taskId, attempt: 1, trace }).spanId).toBe(lost?.spanId);
  const steps = spans.filter(({ name }) => name.startsWith('step '));
  expect(below(steps, lost)).toContain('step scroll');
  expect(below(steps, done)).toEqual(['step scroll', 'step input_text', 'step sleep_action']);
  expect(below(spans, done)).toContain('upload');
  for (const child of spans.filter(({ parentSpanId }) => parentSpanId === done?.spanId)) {
    expect(child.startTimeUnixNano).toBeGreaterThanOrEqual(done?.startTimeUnixNano ?? Infinity);
    expect(child.endTimeUnixNano).toBeLessThanOrEqual(done?.endTimeUnixNano ?? 0);
  }
  const tries = named(spans, 'callback').toSorted(byStart);
  expect(tries.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
    500, 200,
  ]);
  for (const [index, headers] of callbacks.entries()) {
    expect(tries[index]).toMatchObject({ parentSpanId: root?.spanId, kind: 3 });
    expect(headers).toMatchObject({
      traceparent: `00-${TRACE_ID}-${tries[index]?.spanId}-01`,
      tracestate: STATE,
    });
  }
  expect(collector.headers()).toMatchObject({ authorization: `Bearer ${CANARY}` });
  expect(collector.bodies()).not.toContain(CANARY);
  expect(collector.bodies()).not.toContain(fleet.site.url);
  const lines = readFileSync(join(fleet.directory, `${_second.workerId}.log`), 'utf8');
  const ended = lines.split('\n').find((line) => line.includes('attempt ended'));
  expect(JSON.parse(ended ?? '{}')).toMatchObject({ taskId, trace_id: TRACE_ID });
  const log = readFileSync(join(fleet.controlPlane.directory, 'control-plane.log'), 'utf8');
  for (const message of ['"message":"lease was lost"', '"message":"callback tried"']) {
    const line = log.split('\n').find((candidate) => candidate.includes(message));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ taskId, trace_id: TRACE_ID });
  }
});

test('a hanging collector does not affect tasks, and delays exits by a few seconds', async () => {
  await using worker = await fleet.startWorker(settings);
  collector.answer('never');
  const taskId = await submit('hanging', 0);
  expect(await fleet.untilEnded(taskId)).toMatchObject({ status: 'success', retry_count: 0 });
  await pollUntil('the callback', () => callbacks.length === 3);
  const startedAt = performance.now();
  await worker[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
});

test('loads no part of the SDK without an endpoint', async () => {
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: '' };
  const { startSibling } = fleet.controlPlane;
  // prom-client loads the API package, which records nothing by itself.
  expect(await packagesOf(startSibling, off)).toEqual(new Set(['api']));
  expect(await packagesOf(fleet.startWorker, off)).toEqual(new Set(['api']));
  collector.answer(200);
  expect(await packagesOf(startSibling, settings)).toContain('sdk-trace');
});

/** The packages of OpenTelemetry that an app loads until it is ready. */
async function packagesOf(
  start: (settings: Readonly<Record<string, string>>) => Promise<AsyncDisposable>,
  more: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string | undefined>> {
  const directory = mkdtempSync(join(fleet.directory, 'coverage-'));
  // Lists every script that was loaded, in all threads.
  const app = await start({ ...more, NODE_V8_COVERAGE: directory });
  await app[Symbol.asyncDispose]();
  const names = readdirSync(directory).flatMap((file) => [
    ...readFileSync(join(directory, file), 'utf8').matchAll(
      /node_modules\/@opentelemetry\/([a-z-]+)/g,
    ),
  ]);
  return new Set(names.map(([, name]) => name));
}

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan[] {
  return spans.filter((span) => span.name === name);
}

function count(spans: readonly CollectedSpan[], name: string): number {
  return named(spans, name).length;
}

function below(spans: readonly CollectedSpan[], parent: CollectedSpan | undefined): string[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  return children.toSorted(byStart).map(({ name }) => name);
}

function byStart(one: CollectedSpan, other: CollectedSpan): number {
  return one.startTimeUnixNano - other.startTimeUnixNano;
}
