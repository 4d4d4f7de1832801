import { parseSettings } from '@errand/app-runtime';
import { startTraceCollector, type TraceCollector } from '@errand/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { attemptSpan } from './attempt-span.ts';
import { openTracing } from './open-tracing.ts';
import type { TraceContext } from './trace-context.ts';
import { readTracingConfig, tracingSettings } from './tracing-settings.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const client: TraceContext = {
  traceId: TRACE,
  spanId: '00f067aa0ba902b7',
  flags: 1,
  traceState: 'congo=t61rcWkgMzE',
};

let collector: TraceCollector;
beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(async () => collector[Symbol.asyncDispose]());

const dropped: [string, number][] = [];
const warnings: unknown[] = [];
beforeEach(() => {
  dropped.length = 0;
  warnings.length = 0;
});

function open(more: Readonly<Record<string, string>> = {}) {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more };
  const config = readTracingConfig(parseSettings(z.object(tracingSettings), environment));
  return openTracing(config, {
    service: 'errand-test',
    instance: 'one',
    onDropped: (...drop) => void dropped.push(drop),
    logger: { warn: (...warning: unknown[]) => void warnings.push(warning) } as never,
  });
}

test('exports a span below that of the client, with its links and attributes', async () => {
  await using tracing = await open({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret,x-tenant=a',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
  });
  const attempt = attemptSpan({ taskId: 'A', attempt: 2, trace: client });
  const parent = tracing.startSpan('submit', { kind: 'server', parent: client });
  const span = tracing.startSpan('attempt', {
    ...attempt,
    attributes: { kind: 'x', none: undefined },
  });
  span?.end({ errorClass: 'timeout', attributes: { count: 3 } });
  parent?.end();

  const spans = await collector.until('both spans', ({ length }) => length === 2);

  expect(spans[0]).toMatchObject({
    traceId: TRACE,
    spanId: attemptSpan({ taskId: 'a', attempt: 2, trace: client }).spanId,
    parentSpanId: '00f067aa0ba902b7',
    links: [
      { traceId: TRACE, spanId: attemptSpan({ taskId: 'a', attempt: 1, trace: client }).spanId },
    ],
    attributes: { kind: 'x', count: 3, 'error.type': 'timeout' },
    status: { code: 2 },
    traceState: 'congo=t61rcWkgMzE',
  });
  expect(spans[0]?.attributes).not.toHaveProperty('none');
  expect(spans[1]).toMatchObject({ name: 'submit', kind: 2, parentSpanId: '00f067aa0ba902b7' });
  expect(parent?.context).toEqual({ ...client, spanId: spans[1]?.spanId });
  expect(spans[1]?.resource).toMatchObject({
    'service.name': 'other',
    'service.instance.id': 'one',
    'deployment.environment.name': 'test',
  });
  expect(collector.headers()).toMatchObject({ authorization: 'Bearer secret', 'x-tenant': 'a' });
});

test('begins a trace without a parent, and exports at the end what has not been sent', async () => {
  const tracing = await open({ OTEL_SERVICE_NAME: 'mine' });
  const span = tracing.startSpan('submit');
  span?.end();
  tracing.startSpan('never ended');
  await tracing[Symbol.asyncDispose]();

  const [only, ...others] = collector.spans();

  expect(others).toEqual([]);
  expect(only).toMatchObject({
    traceId: span?.context.traceId,
    resource: { 'service.name': 'mine' },
  });
  expect(only).not.toHaveProperty('parentSpanId');
  expect(span?.context.flags).toBe(1);
});

test.each([
  ['parentbased_always_on', undefined, [true, false, true]],
  ['always_on', undefined, [true, true, true]],
  ['always_off', undefined, [false, false, false]],
  ['parentbased_traceidratio', '0', [true, false, false]],
  ['traceidratio', '0', [false, false, false]],
])('%s decides which traces are recorded', async (sampler, part, expected) => {
  await using tracing = await open({
    OTEL_TRACES_SAMPLER: sampler,
    ...(part === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: part }),
  });
  const parents = [client, { ...client, flags: 0 }, undefined];
  const spans = parents.map((parent) => tracing.startSpan('submit', { parent }));
  expect(spans.map((span) => span?.context.flags === 1)).toEqual(expected);
  // What is not recorded still belongs to the trace.
  expect(spans[1]?.context.traceId).toBe(TRACE);
});

test('records nothing without an endpoint', async () => {
  await using tracing = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  expect(tracing.startSpan('submit', { parent: client })).toBeUndefined();
});

test('gives up after five seconds on a collector that does not respond', async () => {
  collector.answer('never');
  const tracing = await open();
  for (let count = 0; count < 3_000; count += 1) tracing.startSpan('step')?.end();
  expect(dropped.filter(([reason]) => reason === 'queue_full')).toHaveLength(3_000 - 2_048);
  const startedAt = performance.now();
  await tracing[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(sum()).toBe(3_000);
});

test('counts what a collector refuses, and logs it once without the address', async () => {
  collector.answer(401);
  const tracing = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('//', '//me:pass@'),
  });
  tracing.startSpan('step')?.end();
  await tracing[Symbol.asyncDispose]();
  expect(dropped).toEqual([['export_failed', 1]]);
  expect(warnings).toEqual([['spans were not exported', expect.objectContaining({ count: 1 })]]);
  expect(JSON.stringify(warnings)).not.toContain('pass');
});

test('survives a collector that sends its response byte by byte forever', async () => {
  await using server = await startDripping();
  const tracing = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: server.url });
  tracing.startSpan('step')?.end();
  const startedAt = performance.now();
  await tracing[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(sum()).toBe(1);
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%0a'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%'],
  ['OTEL_EXPORTER_OTLP_HEADERS', '=secret'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'secret'],
])('names the setting when it refuses %s %s', (name, value) => {
  const parse = () => parseSettings(z.object(tracingSettings), { [name]: value });
  expect(parse).toThrow(name);
  expect(parse).not.toThrow('secret');
});

function sum(): number {
  return dropped.reduce((total, [, count]) => total + count, 0);
}

async function startDripping(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
