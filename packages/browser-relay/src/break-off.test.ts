import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { breakOff } from './break-off.ts';

/** Breaks off a connection while it is being shut down. */
const script = `
import { connect, createServer } from 'node:net';
import { breakOff } from '${new URL('break-off.ts', import.meta.url).href}';
const server = createServer((socket) => void socket.on('error', () => {}).resume());
server.listen(0, '127.0.0.1', () => {
  const socket = connect(server.address().port, '127.0.0.1', () => {
    socket.end();
    process.nextTick(() => process.nextTick(() => {
      breakOff(socket);
      server.close();
    }));
  });
  socket.once('error', ({ code }) => console.log(code)).once('close', () => console.log('closed'));
});`;

test('lets a process exit after breaking off a connection during its shutdown', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process that never ends is stuck in Node's native code, where other signals are not
    // handled.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const output = text(child.stdout);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await output).toBe('closed\n');
});

test('resets a connection that was not ended', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1');
  const [other] = await arrived;
  const broken = once(other, 'error');
  other.resume();
  breakOff(socket);
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  server.close();
});
