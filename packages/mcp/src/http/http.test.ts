import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger, listen } from '@errand/app-runtime';
import { pause } from '@errand/foundation';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHttpHandler } from './create-http-handler.ts';

const owned = new AsyncDisposableStack();
/** Requests to a control plane that only knows keys, and never responds to other requests. */
const asked: IncomingMessage[] = [];
const revoked = new Set(['revoked']);
const silent = createServer((request, response) => {
  // The response of a proxy in front of a control plane that is down.
  if (request.url?.includes('away') === true) return response.writeHead(502).end('bad gateway');
  const isRevoked = revoked.has(String(request.headers['x-api-key']));
  if (!isRevoked && request.url !== '/api/v1/me') return asked.push(request);
  return response
    .writeHead(isRevoked ? 401 : 200, { 'content-type': 'application/json' })
    .end('{}');
});
let port: number;
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  owned.defer(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const handler = createHttpHandler({
    baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    hasRecordingTools: false,
    allowedHosts: ['mcp.example.com'],
    allowedOrigins: ['https://agents.example.com'],
    logger: createLogger({ name: 'test', level: 'error' }),
  });
  const options = { port: 0, host: '127.0.0.1', setting: 'MCP_PORT' };
  ({ port } = owned.use(await listen(handler, options)));
});
afterAll(async () => owned.disposeAsync());

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const GOOD = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'x-api-key': 'key',
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function send({ method = 'POST', path = '/mcp', headers = {}, body = LIST }: Sent) {
  const request = sendRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { ...GOOD, ...headers },
  });
  // The server stops reading a body that is too long.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

test.each<[string, Sent]>([
  ['on loopback', {}],
  ['with a port', { headers: { host: 'localhost:8082' } }],
  ['on IPv6', { headers: { host: '[::1]:8082' } }],
  ['at an allowed host', { headers: { host: 'mcp.example.com' } }],
  ['from an allowed origin', { headers: { origin: 'https://agents.example.com' } }],
  ['with a bearer token', { headers: { 'x-api-key': '', authorization: 'Bearer key' } }],
])('accepts a caller %s', async (_, sent) => {
  const { status, text: body } = await send(sent);
  expect(status).toBe(200);
  expect(body).toContain('"run_recording"');
});

test.each<[string, number, Sent]>([
  ['a rebound name', 403, { headers: { host: 'evil.example:8082' } }],
  ['a name that begins like a loopback one', 403, { headers: { host: '127.0.0.1.evil.example' } }],
  ['a user name in the host', 403, { headers: { host: 'localhost@evil.example' } }],
  ['a web page', 403, { headers: { origin: 'https://evil.example' } }],
  ['a local web page', 403, { headers: { origin: 'http://localhost:3000' } }],
  ['a page in a sandbox', 403, { headers: { origin: 'null' } }],
  ['a page before its key is looked at', 403, { headers: { origin: 'null', 'x-api-key': '' } }],
  ['a caller without a key', 401, { headers: { 'x-api-key': '' } }],
  ['another path', 404, { path: '/' }],
  ['a session', 405, { method: 'GET', body: '' }],
  ['text that is not JSON', 400, { body: '{"jsonrpc":' }],
  ['JSON that is not the protocol', 400, { body: '{"a":1}' }],
  ['more than the API takes', 413, { body: Buffer.alloc(10_485_761, ' ') }],
])('refuses %s', async (_, status, sent) => {
  const answered = await send(sent);
  expect(answered.status).toBe(status);
  expect(JSON.parse(answered.text)).toMatchObject({ error: { message: expect.any(String) } });
  expect(answered.headers['access-control-allow-origin']).toBeUndefined();
});

async function connect(key: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const requestInit = { headers: { 'x-api-key': key, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  owned.defer(() => client.close());
  return client;
}

test('refuses a wrong key when a client connects, so that the client asks for another one', async () => {
  await expect(connect('revoked')).rejects.toThrow(/401/);
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const refused = await send({
    headers: { 'x-api-key': 'revoked' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  expect(refused.status).toBe(401);
  expect(refused.headers['www-authenticate']).toBe('Bearer realm="errand"');
});

test('refuses a key that is revoked after a client has connected', async () => {
  const caller = await connect('leaked');
  expect((await caller.listTools()).tools).not.toEqual([]);
  revoked.add('leaked');
  await expect(caller.listTools()).rejects.toThrow(/401/);
  await expect(caller.ping()).rejects.toThrow(/401/);
  const cancelled = { name: 'cancel_task', arguments: { task_id: 't' } };
  expect(await caller.callTool(cancelled)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('401') }],
  });
});

test('explains an error that has neither a code nor a request ID', async () => {
  const caller = await connect('one');
  const called = await caller.callTool(
    { name: 'cancel_task', arguments: { task_id: 'away' } },
    undefined,
    { timeout: 20_000 },
  );
  expect(called).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/502.*[^)]$/) }],
  });
});

test('passes on the key and the address of each caller, and stops when the caller leaves', async () => {
  asked.splice(0);
  const proxied = { 'x-forwarded-for': '203.0.113.9' };
  const callers = [await connect('one'), await connect('two', proxied)];
  const leaving = new AbortController();
  const task = { name: 'get_task', arguments: { task_id: 't' } };
  const calls = callers.map((caller) =>
    caller.callTool(task, undefined, { signal: leaving.signal }).catch(() => 'left'),
  );
  const deadline = AbortSignal.timeout(30_000);
  while (asked.length < 2) await once(silent, 'request', { signal: deadline });
  expect(asked.map(({ headers }) => String(headers['x-api-key'])).toSorted()).toEqual([
    'one',
    'two',
  ]);
  // Otherwise the wrong keys of one caller would count against all.
  expect(new Set(asked.map(({ headers }) => headers['x-forwarded-for']))).toEqual(
    new Set(['127.0.0.1', '203.0.113.9, 127.0.0.1']),
  );
  // Half the time after which the client would retry.
  const signal = AbortSignal.timeout(30_000);
  const closed = asked.map((request) => once(request.socket, 'close', { signal }));
  for (const caller of callers) await caller.close();
  leaving.abort();
  await Promise.all(closed);
  expect(await Promise.all(calls)).toEqual(['left', 'left']);
});

test('starts nothing for a caller who left while the tools were read', async () => {
  const seen: string[] = [];
  const entered = Promise.withResolvers<() => void>();
  const control = createServer((request, response) => {
    seen.push(`${request.method}`);
    const list = { success: true, recordings: [], next_cursor: null, total: 0 };
    const respond = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    entered.resolve(respond);
    if (seen.length > 1) respond();
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
  await using _control = { [Symbol.asyncDispose]: async () => void control.close() };
  const handler = createHttpHandler({
    baseUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    hasRecordingTools: true,
    allowedHosts: [],
    allowedOrigins: [],
    logger: createLogger({ name: 'test', level: 'error' }),
  });
  const handled = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.once('close', () => handled.resolve());
    handler(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using _server = { [Symbol.asyncDispose]: async () => void server.close() };
  const call = {
    name: 'cancel_task',
    arguments: { task_id: '01a3b3c4-0000-7000-8000-000000000001' },
  };
  const caller = sendRequest({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/mcp',
    headers: GOOD,
  });
  caller.on('error', () => undefined);
  caller.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }));
  const respond = await entered.promise;
  caller.destroy();
  await handled.promise;
  respond();
  // Long enough for a request that would follow at once.
  await pause(300, AbortSignal.timeout(5_000));
  expect(seen).toEqual(['GET']);
});
