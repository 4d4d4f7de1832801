import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { spawn } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { createPeerCheck } from './peer-check.ts';

const NOBODY = 65_534;

async function openServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, next: () => once(server, 'connection') as Promise<[Socket]> };
}

test('knows the processes of this user, many at once', async () => {
  const { server, port, next } = await openServer();
  const isOwnPeer = createPeerCheck();
  const checks: Promise<boolean>[] = [];
  const clients: Socket[] = [];
  for (let index = 0; index < 20; index += 1) {
    const arrived = next();
    const client = connect(port, '127.0.0.1');
    const [socket] = await arrived;
    checks.push(isOwnPeer(socket));
    clients.push(client);
  }
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
  for (const client of clients) client.destroy();
  server.close();
});

test('knows no process of another user, and none that it does not find', async () => {
  const { server, port, next } = await openServer();
  const isOwnPeer = createPeerCheck();
  const arrived = next();
  const script = `require('net').connect(${port}, '127.0.0.1').on('error', () => {})`;
  // Only root may start a process of somebody else; others look for one that is not there.
  const isRoot = process.getuid?.() === 0;
  const stranger = spawn(process.execPath, ['-e', script], isRoot ? { uid: NOBODY, cwd: '/' } : {});
  const [socket] = await arrived;
  const { localPort, remotePort } = socket;
  expect(await isOwnPeer(socket)).toBe(!isRoot);
  expect(await isOwnPeer({ localPort: 1, remotePort } as Socket)).toBe(false);
  expect(await isOwnPeer({ localPort, remotePort: undefined } as unknown as Socket)).toBe(false);
  stranger.kill();
  socket.destroy();
  server.close();
});
