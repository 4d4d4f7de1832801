import { createEgressGuard } from '@errand/egress-guard';
import { pollUntil } from '@errand/test-kit';
import { makeCertificate } from '@errand/test-kit/imap-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls';
import { readMailbox } from './read-mailbox.ts';

const egress = createEgressGuard({ allowPrivateAddresses: true });
const systemAuthorities = getCACertificates('default');
const window = { since: new Date(0), until: new Date() };
const search = { sender: 'portal@supplier.example', receiver: 'codes@acme.example' };
/** The server's response to each command; false: that of an empty mailbox. */
type Behaviour = (command: string, socket: TLSSocket, tag: string) => boolean;

const resources = new AsyncDisposableStack();
let port: number;
let behaviour: Behaviour = () => false;
/** Server-side sockets. */
const sockets = new Set<TLSSocket>();
beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'errand-imap-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const { certificate: cert, key } = makeCertificate(directory);
  setDefaultCACertificates([...systemAuthorities, cert]);
  resources.defer(() => setDefaultCACertificates(systemAuthorities));
  const server = createServer({ cert, key }, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  resources.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => resources[Symbol.asyncDispose]());

function serve(socket: TLSSocket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  if (!behaviour('GREETING', socket, '*')) socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
  socket.on('data', (data) => {
    for (const line of data.toString('latin1').split('\r\n')) answer(socket, line);
  });
}

function answer(socket: TLSSocket, line: string): void {
  const [tag = '', ...words] = line.replace(/ UID /i, ' ').split(' ');
  const command = (words[0] ?? '').toUpperCase();
  if (command === '' || behaviour(command, socket, tag)) return;
  if (command === 'LIST') socket.write('* LIST () "/" INBOX\r\n');
  if (command === 'SEARCH') socket.write('* SEARCH 1\r\n');
  if (command === 'EXAMINE') socket.write('* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n');
  socket.write(`${tag} OK done\r\n`);
}

function read(timeoutMs: number) {
  const place = { host: 'localhost', port, security: 'tls' } as const;
  const login = { emailAddress: search.receiver, username: 'codes', password: 'secret' };
  const signal = AbortSignal.timeout(timeoutMs);
  return readMailbox({ ...place, ...login }, search, { window, signal, egress });
}

test('reads nothing from an empty mailbox', async () => {
  behaviour = () => false;
  expect(await read(10_000)).toEqual([]);
});

// proves service: mailbox: hostile server
test.each(['GREETING', 'LOGIN', 'EXAMINE', 'SEARCH', 'FETCH'])(
  'ends in time and closes the connection when the server hangs at %s',
  async (stage) => {
    let isReached = false;
    behaviour = (command) => command === stage && (isReached = true);
    const started = performance.now();
    await expect(read(2_000)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(isReached).toBe(true);
    await expectClosed();
  },
);

test.each<[string, Behaviour]>([
  [
    'an endless line',
    (command, socket) => command === 'SEARCH' && flood(socket, Buffer.alloc(65_536, '1')),
  ],
  [
    'a literal of a gigabyte',
    (command, socket) => command === 'FETCH' && socket.write('* 1 FETCH (BODY[] {1073741823}\r\n'),
  ],
  [
    'endless responses',
    (command, socket) =>
      command === 'SEARCH' && flood(socket, Buffer.from(`* OK ${'x'.repeat(60_000)}\r\n`)),
  ],
  ['its farewell', (command, socket) => command === 'SEARCH' && socket.end('* BYE\r\n') !== null],
])('gives up when the server sends %s', async (_what, hostile) => {
  behaviour = hostile;
  const before = process.memoryUsage().rss;
  await expect(read(20_000)).rejects.toMatchObject({ code: 'messages-unavailable' });
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  await expectClosed();
});

// proves service: mailbox: login
test.each([
  ['NO [AUTHENTICATIONFAILED] Invalid credentials', 'never'],
  ['NO Login failed', 'never'],
  ['NO [UNAVAILABLE] Temporary authentication failure', 'automation'],
  ['NO [ALERT] Too many simultaneous connections', 'automation'],
])('knows whether a refused login is permanent: %s', async (answered, retry) => {
  behaviour = (command, socket, tag) =>
    (command === 'LOGIN' || command === 'AUTHENTICATE') && socket.write(`${tag} ${answered}\r\n`);
  await expect(read(10_000)).rejects.toMatchObject({
    retry,
    message: expect.stringMatching(
      /localhost refused the user name or password\. Correct them in the integration\.$/,
    ),
  });
});

/** Sends data as fast as the other side accepts it. */
function flood(socket: TLSSocket, chunk: Buffer): true {
  const block = Buffer.concat(
    Array.from({ length: Math.ceil(65_536 / chunk.length) }, () => chunk),
  );
  const write = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', write);
  write();
  return true;
}

async function expectClosed(): Promise<void> {
  await pollUntil('the connection is closed', () => sockets.size === 0);
}
