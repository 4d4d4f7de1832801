import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createPeerCheck } from './peer-check.ts';
import { openLoopbackConnection } from './testing/loopback-connection.ts';

const NOBODY = 65_534;
// Only root can start a process of another user; others check a user that does not exist.
const isRoot = process.getuid?.() === 0;

test('recognises processes of this user, even many concurrently', async () => {
  await using owned = new AsyncDisposableStack();
  const isOwnPeer = createPeerCheck();
  const checks: Promise<boolean>[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { accepted } = owned.use(await openLoopbackConnection());
    checks.push(isOwnPeer(accepted));
  }
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
});

test.each([
  ['stays', 'write', !isRoot],
  ['disconnects after its request', 'end', false],
])('rejects a process of another user that %s', async (_, how, isKnown) => {
  const isOwnPeer = createPeerCheck();
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const script = `require('net').connect(${port}, '127.0.0.1').${how}('what it wants')`;
  const stranger = spawn(process.execPath, ['-e', script], isRoot ? { uid: NOBODY, cwd: '/' } : {});
  const [socket] = await arrived;
  const ended = once(socket, 'end');
  const [request] = await once(socket, 'data');
  expect(String(request)).toBe('what it wants');
  if (how === 'end') await ended;
  expect(await isOwnPeer(socket)).toBe(isKnown);
  stranger.kill('SIGKILL');
  await Promise.all([once(stranger, 'exit'), ended]);
  // By now the kernel may attribute the socket to root, whoever opened it.
  expect(await isOwnPeer(socket)).toBe(false);
  socket.destroy();
  server.close();
});

test('rejects a peer that it does not find', async () => {
  await using connection = await openLoopbackConnection();
  const { localPort, remotePort } = connection.accepted;
  const isOwnPeer = createPeerCheck();
  expect(await isOwnPeer({ localPort: 1, remotePort } as Socket)).toBe(false);
  expect(await isOwnPeer({ localPort, remotePort: undefined } as unknown as Socket)).toBe(false);
});
