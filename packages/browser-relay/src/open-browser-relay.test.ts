import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { type BrowserNetwork, createBrowserNetwork } from './create-browser-network.ts';
import { type BrowserRelay, openBrowserRelay } from './open-browser-relay.ts';
import { askRelay, connectToRelay, readSome } from './testing/socks-client.ts';

const CONNECTED = 0;
const REFUSED = 2;
const UNREACHABLE = 4;
let owned: AsyncDisposableStack;
let site: Server;
let port: number;
/** Connections to the site. */
let visitors: Socket[];
let logged: object[];
beforeEach(async () => {
  owned = new AsyncDisposableStack();
  visitors = [];
  logged = [];
  site = createServer((socket) => {
    visitors.push(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  ({ port } = site.address() as AddressInfo);
  owned.defer(() => {
    for (const visitor of visitors) visitor.destroy();
    site.close();
  });
});
afterEach(() => owned.disposeAsync());

type NetworkOptions = Partial<Parameters<typeof createBrowserNetwork>[0]>;

const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }];

async function openRelay(options: NetworkOptions = {}): Promise<BrowserRelay> {
  const network = createBrowserNetwork({ allowPrivateAddresses: true, ...options });
  return openOn(network);
}

async function openOn(network: BrowserNetwork): Promise<BrowserRelay> {
  const logger = { warn: (_message: string, fields: object) => logged.push(fields) };
  return owned.use(await openBrowserRelay({ network, logger }));
}

async function codeFor(relay: BrowserRelay, host: string, at = port): Promise<number | undefined> {
  const { code, socket } = await askRelay(relay.proxyUrl, { host, port: at });
  socket.destroy();
  return code;
}

test('forwards data from both sides, and the end of each', async () => {
  const relay = await openRelay();
  const { code, socket } = await askRelay(relay.proxyUrl, { host: 'localhost', port });
  expect(code).toBe(CONNECTED);
  await pollUntil('the site is reached', () => visitors.length === 1);
  const [visitor] = visitors;
  socket.write('ping');
  expect(String(visitor && (await readSome(visitor)))).toBe('ping');
  visitor?.write('pong');
  expect(String(await readSome(socket))).toBe('pong');
  visitor?.end('last words');
  expect(String(await readSome(socket))).toBe('last words');
  expect(await readSome(socket)).toBeUndefined();
});

test('resets when the site resets, so that a partial response does not look complete', async () => {
  const relay = await openRelay();
  const { socket } = await askRelay(relay.proxyUrl, { host: '127.0.0.1', port });
  await pollUntil('the site is reached', () => visitors.length === 1);
  const broken = new Promise((resolve) => socket.once('error', resolve));
  socket.resume();
  visitors[0]?.resetAndDestroy();
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
});

test('applies backpressure to the site when the browser does not read', async () => {
  const relay = await openRelay();
  const { socket } = await askRelay(relay.proxyUrl, { host: '127.0.0.1', port });
  await pollUntil('the site is reached', () => visitors.length === 1);
  const [visitor] = visitors;
  const chunk = Buffer.alloc(1024 ** 2);
  // The system buffers a few megabytes on the way.
  for (let sent = 0; sent < 64; sent += 1) visitor?.write(chunk);
  await pollUntil('the buffers are full', () => (visitor?.writableLength ?? 0) > 0);
  const unsent = visitor?.writableLength ?? 0;
  expect(unsent).toBeGreaterThan(32 * 1024 ** 2);
  socket.resume();
  await pollUntil('all is sent', () => visitor?.writableLength === 0);
});

test.each([
  ['127.0.0.1', 'private'],
  ['localhost', 'private'],
  ['foo.localhost.', 'private'],
  ['127.1', 'private'],
  ['0x7f000001', 'private'],
  ['::1', 'private'],
  ['10.1.2.3', 'private'],
  ['::ffff:127.0.0.1', 'reserved'],
  ['64:ff9b::7f00:1', 'reserved'],
  ['0.0.0.0', 'reserved'],
  ['169.254.169.254', 'reserved'],
  ['fe80::1', 'reserved'],
  ['fd00:ec2::254', 'reserved'],
  ['metadata.test', 'reserved'],
])('refuses %s as %s, and logs it once', async (host, reason) => {
  const resolve = async () => [
    { address: host === 'metadata.test' ? '169.254.169.254' : '127.0.0.1', family: 4 },
  ];
  const relay = await openRelay({ allowPrivateAddresses: false, resolve });
  expect([await codeFor(relay, host), await codeFor(relay, host)]).toEqual([REFUSED, REFUSED]);
  expect(visitors).toEqual([]);
  expect(logged).toEqual([{ host, port, reason }]);
});

test('reports why a host was not reached until it is reached', async () => {
  const relay = await openRelay({ allowPrivateAddresses: false, allowedHosts: ['127.0.0.2'] });
  await codeFor(relay, '127.0.0.1');
  expect(relay.problemOf(`http://127.0.0.1:${port}/x`)).toBe(
    `the address 127.0.0.1:${port} is private and this deployment refuses it. Its operator opens private addresses with ALLOW_PRIVATE_ADDRESSES`,
  );
  expect(relay.problemOf(`http://127.0.0.1:${port + 1}/`)).toBeUndefined();
  expect(await codeFor(relay, '127.0.0.2', 1)).toBe(UNREACHABLE);
  expect(relay.problemOf('http://127.0.0.2:1/')).toBe('net::ERR_CONNECTION_REFUSED');
  expect(await codeFor(relay, 'no-such-host.invalid')).toBe(UNREACHABLE);
  expect(relay.problemOf(`http://no-such-host.invalid:${port}/`)).toBe(
    'net::ERR_NAME_NOT_RESOLVED',
  );
});

test('connects to the checked address, whatever the name resolves to next', async () => {
  const answers = ['127.0.0.1', '10.0.0.1'];
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return [{ address: answers.shift() ?? '', family: 4 }];
  };
  const relay = await openRelay({
    allowPrivateAddresses: false,
    allowedHosts: ['127.0.0.1'],
    resolve,
  });
  expect(await codeFor(relay, 'rebinding.test')).toBe(CONNECTED);
  expect(asked).toEqual(['rebinding.test']);
  expect(await codeFor(relay, 'rebinding.test')).toBe(REFUSED);
});

const toMetadata = async () => [{ address: '169.254.169.254', family: 4 }];

test('reaches no part of this installation even when private addresses are allowed', async () => {
  const closedAddresses = [`127.0.0.1:${port}`, 'db.test:5432'];
  const network = createBrowserNetwork({
    allowPrivateAddresses: true,
    closedAddresses,
    resolve: toLoopback,
  });
  const [relay, other] = [await openOn(network), await openOn(network)];
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost', 'any.test']) {
    expect([host, await codeFor(relay, host)]).toEqual([host, REFUSED]);
  }
  expect(await codeFor(relay, 'db.test', 5432)).toBe(REFUSED);
  expect(await codeFor(relay, '127.0.0.1', Number(new URL(other.proxyUrl).port))).toBe(REFUSED);
  expect(relay.problemOf(`http://127.0.0.1:${port}/`)).toMatch('belongs to this installation');
  // Requests that tasks make outside browsers do not reach it either.
  for (const host of ['127.0.0.1', '127.0.0.2', '[::1]', 'localhost', 'any.test']) {
    const request = network.outside.request(`http://${host}:${port}/`);
    await expect(request).rejects.toThrow(/rule "own": the address belongs to this installation/);
  }
  using late = network.closePort(port + 1);
  await expect(network.outside.request(`http://any.test:${port + 1}/`)).rejects.toThrow('"own"');
  late[Symbol.dispose]();
  network.closeAddresses([`api.test:${port + 2}`]);
  await expect(network.outside.request(`http://any.test:${port + 2}/`)).rejects.toThrow('"own"');
  const allowedHosts = ['metadata.test'];
  const open = { allowPrivateAddresses: true, allowedHosts, resolve: toMetadata };
  const metadata = createBrowserNetwork(open).outside.request('http://metadata.test/');
  await expect(metadata).rejects.toThrow('by the egress rule "address"');
  expect(visitors).toEqual([]);
});

test.each([
  ['another user', async () => false],
  ['a peer that it cannot identify', () => Promise.reject(new Error('There is no table.'))],
])('neither resolves nor connects for %s', async (_who, isOwnPeer) => {
  const asked: string[] = [];
  const resolve = async (name: string) => (asked.push(name), toLoopback());
  const network = createBrowserNetwork({ allowPrivateAddresses: true, resolve });
  const judged = Promise.withResolvers<void>();
  const relay = await openOn({
    ...network,
    isOwnPeer: () => judged.promise.then(() => isOwnPeer()),
  });
  const socket = connectToRelay(relay.proxyUrl);
  const name = Buffer.from('any.test');
  const request = [5, 1, 0, 3, name.length, ...name, port >> 8, port & 255];
  socket.write(Uint8Array.of(5, 1, 0, ...request, ...Buffer.from('hello')));
  await once(socket, 'connect');
  // Serving a legitimate connection proves that the relay has finished the earlier work.
  const other = await openRelay({ resolve: toLoopback });
  expect(await codeFor(other, 'any.test')).toBe(CONNECTED);
  judged.resolve();
  socket.resume();
  await once(socket, 'close');
  expect(asked).toEqual([]);
  expect(visitors).toHaveLength(1);
});

test.each([
  ['another protocol', 'GET http://127.0.0.1/ HTTP/1.1\r\n\r\n'],
  ['another version', '\x04\x01\x00\x50\x7f\x00\x00\x01\x00'],
  ['a login', '\x05\x01\x02'],
  ['a listener', '\x05\x01\x00\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50'],
  ['an empty name', '\x05\x01\x00\x05\x01\x00\x03\x00\x00\x50'],
])('hangs up on %s', async (_what, bytes) => {
  const relay = await openRelay();
  const socket = connectToRelay(relay.proxyUrl);
  socket.write(bytes, 'latin1');
  const answers: Buffer[] = [];
  socket.on('data', (data) => answers.push(data));
  await once(socket, 'close');
  expect(Buffer.concat(answers).length).toBeLessThanOrEqual(2);
  expect(visitors).toEqual([]);
});

test('ends its connections on disposal', async () => {
  const relay = await openRelay();
  const { socket } = await askRelay(relay.proxyUrl, { host: '127.0.0.1', port });
  await pollUntil('the site is reached', () => visitors.length === 1);
  await relay[Symbol.asyncDispose]();
  await pollUntil('the browser is disconnected', () => socket.resume().destroyed);
  await pollUntil('the site is disconnected', () => visitors[0]?.destroyed === true);
  const late = connectToRelay(relay.proxyUrl);
  const error = await new Promise((resolve) => late.once('error', resolve));
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});
