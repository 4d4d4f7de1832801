import { expect, test } from '@jest/globals';
import { loadErrandDocument } from '@errand/api-types';
import express from 'express';
import supertest from 'supertest';
import { authenticateByApiKey } from '../api-keys/authenticate-by-api-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { publicRoutes } from '../public-routes.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import type { AnyRouteResponse, Route } from './define-route.ts';
import { readErrorShapes } from './error-shapes.ts';
import { JsonText, writeList, writeObject } from './json-text.ts';
import { mountRoutes } from './mount-routes.ts';
import { serveHeadAsGet } from './serve-head-as-get.ts';

const { logger, entries } = recordLogs();
const app = await useTestApp();

function mount(
  routes: readonly Route<Dependencies>[],
  options: { validateResponses?: boolean } = {},
) {
  const document = loadErrandDocument();
  return mountRoutes({
    document,
    routes,
    shapes: readErrorShapes(document, 'DetailError'),
    authenticate: authenticateByApiKey(app.dependencies.apiKeys),
    validateResponses: options.validateResponses ?? true,
    dependencies: app.dependencies,
    logger,
  });
}

const route = (
  operationId: Route['operationId'],
  answer: AnyRouteResponse,
): Route<Dependencies> => ({
  operationId,
  handle: () => Promise.resolve(answer),
});

/** The app with one operation's handler replaced. */
function serve(replaced: Route<Dependencies>, options?: { validateResponses: boolean }) {
  const routes = publicRoutes.map((own) =>
    own.operationId === replaced.operationId ? replaced : own,
  );
  return supertest(express().use(serveHeadAsGet, mount(routes, options)));
}

test.each([
  ['lacks a member', { status: 200, body: {} }],
  ['has an extra member', { status: 200, body: { status: 'live', since: 7 } }],
  ['has a value that is not allowed', { status: 200, body: { status: 'dead' } }],
  ['has a status that is not declared', { status: 418, body: { detail: 'A teapot.' } }],
])('500 for a response that %s, with a log entry that gives the reason', async (_, answer) => {
  const before = entries.length;
  const { body } = await serve(route('checkLiveness', answer)).get('/health/live').expect(500);
  expect(body).toEqual({ detail: expect.stringMatching(/unexpected error/) });
  expect(entries.slice(before)).toMatchObject([
    { level: 'error', operationId: 'checkLiveness', errorName: 'InvalidResponseError' },
  ]);
});

test('200 for an invalid response when responses are not checked', async () => {
  const wrong = route('checkLiveness', { status: 200, body: { status: 'dead' } });
  await serve(wrong, { validateResponses: false }).get('/health/live').expect(200);
});

test('sends JSON text with its length in bytes, whatever the length of its parts', async () => {
  const values = ['a'.repeat(20_000), 'é', '～'.repeat(20_000), '𝒂'.repeat(20_000)];
  const list = writeList(values.map((value) => new JsonText<string>(JSON.stringify(value))));
  const text = writeObject({ list, last: 'x', none: writeList([]) });
  const expected = { list: values, last: 'x', none: [] };
  expect(JSON.parse(text.text)).toEqual(expected);
  const request = serve(route('checkLiveness', { status: 200, body: text }), {
    validateResponses: false,
  });
  const { body, headers } = await request.get('/health/live').expect(200);
  expect(body).toEqual(expected);
  const length = String(Buffer.byteLength(text.text));
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': length,
  });
  const head = await request.head('/health/live').expect(200);
  expect([head.text, head.headers['content-length']]).toEqual([undefined, length]);
});

test('refuses to start when an operation has no route', () => {
  const routes = publicRoutes.filter(({ operationId }) => operationId !== 'getTask');
  expect(() => mount(routes)).toThrow(/operation "getTask" has no route/);
});

test('refuses to start when a route has no operation', () => {
  const stray = route('claimTask', { status: 204 });
  expect(() => mount([...publicRoutes, stray])).toThrow(/route "claimTask" has no operation/);
});

test('refuses to start when an operation has two routes', () => {
  const second = route('getTask', { status: 200 });
  expect(() => mount([...publicRoutes, second])).toThrow(/operation "getTask" has two routes/);
});
