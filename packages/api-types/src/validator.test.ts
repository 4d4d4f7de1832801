import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import {
  listOperations,
  loadAdminDocument,
  loadErrandDocument,
  loadWorkerDocument,
} from './index.ts';
import type { ApiDocument, ApiOperation } from './index.ts';
import { isRecord } from '@errand/foundation';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Exchange {
  readonly path: string;
  readonly method: string;
  readonly body: unknown;
  readonly answer?: Answer;
}

describe.each([
  ['errand', loadErrandDocument],
  ['worker', loadWorkerDocument],
  ['admin', loadAdminDocument],
])('express-openapi-validator with the document of %s', (_name, load) => {
  const document = load();
  const api = serve(load());
  afterAll(() => api.close());

  test.each(listOperations(document))('passes the examples of $operationId', async (operation) => {
    const path = fillIn(document, operation);
    const answers = listAnswers(document, operation);
    expect(answers.length).toBeGreaterThan(0);
    for (const body of listRequests(document, operation)) {
      for (const answer of answers) {
        expect(await api.exchange({ ...operation, path, body, answer })).toEqual(answer);
      }
    }
  });
});

describe('a submission', () => {
  const api = serve(loadErrandDocument());
  const route = { path: '/api/v1/inference', method: 'post' };
  const secret = { totp: { totp_secret: 'A' }, onepassword: undefined };
  afterAll(() => api.close());

  test.each([
    ['missing members', {}, ['required /body/endpoint_name', 'required /body/input_parameters']],
    [
      'values that are not lists of strings',
      { endpoint_name: 'a', input_parameters: { one: 'x', two: [1] } },
      ['type /body/input_parameters/one', 'type /body/input_parameters/two/0'],
    ],
    [
      'an unknown member',
      { endpoint_name: 'a', input_parameters: {}, goal: 'b' },
      ['additionalProperties /body/goal'],
    ],
    ['a missing member of the older shape', { end_point: 'a' }, ['required /body/goal']],
    [
      'a secret with two sources',
      {
        endpoint_name: 'a',
        input_parameters: {},
        secure_parameters: {
          code: [{ ...secret, amazon_secrets_manager: { secret_name: 'a', region_name: 'b' } }],
        },
      },
      ['maxProperties /body/secure_parameters/code/0'],
    ],
  ])('with %s is refused only by the rules of its own shape', async (_case, body, expected) => {
    const answer = await api.exchange({ ...route, body });
    expect(answer.status).toBe(400);
    expect(listViolations(answer.body).filter((error) => !error.startsWith('if '))).toEqual(
      expected,
    );
  });

  test('gets its defaults, except the parallelism of the portal', async () => {
    await api.exchange({ ...route, body: { endpoint_name: 'a', input_parameters: {} } });
    const received = api.receivedBody();
    expect(received).toMatchObject({ max_timeout_in_minutes: 10, per_login_parallelism: 1 });
    expect(received).not.toHaveProperty('max_parallelism');
  });
});

test('an automation passes unchanged, for the engine to validate', async () => {
  const api = serve(loadErrandDocument());
  const automation = { nodes: [{ interaction_action: { clicks: 2 } }] };
  const body = { endpoint_name: 'a', automation };
  const saved = {
    success: true,
    recording_id: crypto.randomUUID(),
    version: 1,
    message: 'Stored.',
    warnings: [],
  };
  const answer = { status: 200, body: saved };
  const route = { path: '/api/v1/update_example', method: 'post' };
  expect(await api.exchange({ ...route, body, answer })).toEqual(answer);
  await api.close();
  expect(api.receivedBody()).toEqual(body);
});

test.each([
  ['/body/callback_url/api_key', { api_key: 'a\r\nx-b: c' }],
  ['/body/callback_url/api_key', { api_key: 'schlüssel' }],
  ['/body/callback_url/username', { username: 'a:b', password: 'c' }],
  ['/body/callback_url/password', { username: 'a', password: 'b\n' }],
])('%s of a receiver holds only what its header can carry', async (path, credentials) => {
  const api = serve(loadErrandDocument());
  const callback_url = { url: 'https://erp.example/in', ...credentials };
  const received = await api.exchange({
    path: '/api/v1/initiate_callback',
    method: 'post',
    body: { task_id: crypto.randomUUID(), callback_url },
  });
  await api.close();
  expect(listViolations(received.body)).toEqual([`pattern ${path}`]);
});

test('detects a response that violates the document', async () => {
  const api = serve(loadErrandDocument());
  const answer = { status: 200, body: { status: 'live', uptime: 7 } };
  const received = await api.exchange({
    path: '/health/live',
    method: 'get',
    body: undefined,
    answer,
  });
  await api.close();
  expect(received.status).toBe(500);
});

/**
 * Starts a server that validates requests and responses against the document, and responds as the
 * test specifies.
 */
function serve(document: ApiDocument) {
  let next: Answer = { status: 200, body: {} };
  let receivedBody: unknown;
  const app = express();
  app.use(express.json({ strict: false }));
  app.use(
    middleware({
      apiSpec: document,
      validateApiSpec: true,
      validateRequests: { allErrors: true },
      validateResponses: true,
      validateSecurity: {
        handlers: {
          apiKey: accept,
          authorization: accept,
          poolToken: accept,
          workerToken: accept,
          adminToken: accept,
          gatewayToken: accept,
        },
      },
      fileUploader: false,
    }),
  );
  app.use((request, response) => {
    receivedBody = request.body;
    response.status(next.status);
    if (next.body === undefined) response.end();
    else response.json(next.body);
  });
  app.use(answerError);
  const server = app.listen(0);
  return {
    receivedBody: () => receivedBody,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    async exchange({ path, method, body, answer }: Exchange): Promise<Answer> {
      next = answer ?? { status: 200, body: {} };
      const address = server.address();
      const port = isRecord(address) ? address['port'] : undefined;
      const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
        method: method.toUpperCase(),
        headers: {
          'x-api-key': 'key',
          authorization: 'Bearer token',
          connection: 'close',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

function accept(): boolean {
  return true;
}

// oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters
function answerError(error: unknown, _request: Request, response: Response, _next: NextFunction) {
  const { status, errors, message } = Object(error);
  // Not response.json, whose output would be validated again.
  response.status(status ?? 500).end(JSON.stringify({ message, errors }));
}

function listViolations(body: unknown): string[] {
  const errors: unknown = Object(body).errors;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ errorCode, path }) => `${String(errorCode).split('.')[0]} ${path}`);
}

function listRequests(document: ApiDocument, { path, method }: ApiOperation): unknown[] {
  const body = ['paths', path, method, 'requestBody', 'content', 'application/json', 'examples'];
  const examples = read(document, body);
  return isRecord(examples) ? listValues(examples) : [undefined];
}

function listAnswers(document: ApiDocument, { path, method }: ApiOperation): Answer[] {
  const responses = read(document, ['paths', path, method, 'responses']);
  return Object.keys(Object(responses)).flatMap((status) => {
    const examples = read(Object(responses), [status], document);
    const values = read(Object(examples), ['content', 'application/json', 'examples'], document);
    const bodies = isRecord(values) ? listValues(values) : [undefined];
    return bodies.map((body) => ({ status: Number(status), body }));
  });
}

function listValues(examples: Record<string, unknown>): unknown[] {
  return Object.keys(examples).map((name) => read(examples, [name, 'value']));
}

/** Returns the path with its parameters and the required query parameters. */
function fillIn(document: ApiDocument, { path, method }: ApiOperation): string {
  const parameters = read(document, ['paths', path, method, 'parameters']);
  const query = Object.keys(Object(parameters))
    .map((index) => Object(read(Object(parameters), [index], document)))
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => [name, example]);
  return `${path.replaceAll(/\{\w+\}/g, 'some-id')}?${new URLSearchParams(query)}`;
}

/** Returns the value at a path of member names, following references. */
function read(value: object, path: readonly string[], document = value): unknown {
  return path.reduce<unknown>((parent, name) => {
    const member: unknown = Object(parent)[name];
    const reference = isRecord(member) ? member['$ref'] : undefined;
    return typeof reference === 'string' ? read(document, reference.split('/').slice(1)) : member;
  }, value);
}
