import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { openProxyRelay, type ProxyRelay } from './open-proxy-relay.ts';
import { localNetwork } from '../testing/local-network.ts';

const resources = new AsyncDisposableStack();
const sockets = new Set<Socket>();
/** Responses of the proxy, as bytes, by method. */
let answers: Readonly<Record<string, string>> = {};
/** Methods of the requests that the proxy received. */
let asked: string[] = [];
let port: number;
let relay: ProxyRelay;
beforeAll(async () => {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const [method = ''] = data.toString('latin1').split(' ', 1);
      asked.push(method);
      const answer = answers[method];
      if (answer !== undefined) socket.end(Buffer.from(answer, 'latin1'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  resources.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
beforeEach(async () => {
  asked = [];
  const url = new URL(`http://127.0.0.1:${port}`);
  const login = { username: 'u', password: 'p' };
  relay = await openProxyRelay({ url, ...login, country: 'US', provider: 'other' }, localNetwork);
});
afterEach(async () => {
  await relay[Symbol.asyncDispose]();
  await pollUntil('the proxy gets no more requests', () => sockets.size === 0);
});
afterAll(async () => resources[Symbol.asyncDispose]());

/** Returns the status of a page over the relay; 0 when there is no response. */
function get(path = 'http://site.example/'): Promise<number> {
  return new Promise((resolve) => {
    const page = request(relay.proxyUrl, { path, agent: false }, (response) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode ?? 0);
    });
    page.once('error', () => resolve(0));
    page.end();
  });
}

/** Returns the first line of the response to a tunnel. */
function tunnel(target: string): Promise<string> {
  const { hostname, port: own } = new URL(relay.proxyUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(own) });
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    socket.once('data', (data) => resolve(data.toString('latin1').split('\r\n', 1)[0] ?? ''));
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(''));
  });
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test.each([
  ['a two-digit status', 'HTTP/1.1 099 Odd\r\n\r\n'],
  ['a status above all others', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['nothing', ''],
  ['a broken header', 'HTTP/1.1 200 OK\r\nA B: c\r\n\r\n'],
  ['a header with odd bytes', 'HTTP/1.1 200 OK\r\nX: \u00ff\u0080\r\nContent-Length: 0\r\n\r\n'],
  ['trailers without chunks', 'HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\nok'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a shorter body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
])('survives %s from a site or the proxy', async (_what, answer) => {
  answers = { GET: answer, CONNECT: answer };
  await get();
  await tunnel('site.example:443');
  answers = { GET: ok };
  expect(await get()).toBe(200);
  expect(relay.failed.aborted).toBe(false);
});

test('survives malformed addresses', async () => {
  answers = { GET: 'HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n', CONNECT: ok };
  for (const path of ['http://[/', 'http://', 'http://%/', '/']) await get(path);
  for (const target of ['[', ':', 'x:99999999', '%']) await tunnel(target);
  answers = { GET: ok };
  expect(await get()).toBe(200);
});

// proves service: proxy: hostile site
test('does not let a site end a task by asking for the proxy login', async () => {
  answers = {
    GET: 'HTTP/1.1 407 Give it to me\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
    CONNECT: 'HTTP/1.1 403 Not this port\r\n\r\n',
  };
  expect(await get()).toBe(502);
  await pollUntil('the login is checked', () => asked.includes('CONNECT'));
  answers = { GET: ok };
  expect(await get()).toBe(200);
  expect(relay.failed.aborted).toBe(false);
});

test('ends when the proxy refuses the login after earlier successes', async () => {
  answers = { GET: ok };
  expect(await get()).toBe(200);
  const refusal = 'HTTP/1.1 407 Over quota\r\nContent-Length: 0\r\n\r\n';
  answers = { GET: refusal, CONNECT: refusal };
  expect(await get()).toBe(502);
  await pollUntil('the refusal is noticed', () => relay.failed.aborted);
  expect(relay.failed.reason).toMatchObject({ code: 'proxy_failed' });
});

test('stops using the proxy when its browser is gone', async () => {
  answers = {};
  const { hostname, port: own } = new URL(relay.proxyUrl);
  const socket = connect({ host: hostname, port: Number(own) });
  socket.write('CONNECT slow.example:443 HTTP/1.1\r\nHost: slow.example\r\n\r\n');
  await pollUntil('the proxy gets a request', () => sockets.size > 0);
  socket.on('error', () => undefined);
  await relay[Symbol.asyncDispose]();
  await pollUntil('the proxy gets no more requests', () => sockets.size === 0);
  expect(relay.failed.aborted).toBe(false);
});
