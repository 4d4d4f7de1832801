import { classifyAddress } from '@errand/egress-guard';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openStage, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import type { GatewayProcess } from './testing/prepare-gateways.ts';
import { cutText, GREETING, key } from './testing/rfb-messages.ts';
import { startScreenPort } from './testing/start-screen-port.ts';
import { startVnc, type TestVnc } from './testing/start-vnc.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let gateway: GatewayProcess;
let vnc: TestVnc;
beforeAll(async () => {
  stage = owned.use(await openStage());
  vnc = owned.use(await startVnc());
  gateway = owned.use(await stage.startGateway());
});
afterAll(() => owned.disposeAsync());

/** An address outside loopback that gateways may use, if this machine has one. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, address }) => !internal && classifyAddress(address) !== 'reserved')
    ?.address ?? '127.0.0.2';

/**
 * A service in the gateway's network: replies to each line, as Redis does, and records its input.
 */
async function openService(greeting = '') {
  const sockets = new Set<Socket>();
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(greeting);
    socket.on('data', (bytes) => {
      heard.push(bytes);
      socket.write('-ERR unknown command, internal secret 4711\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => Buffer.concat(heard).toString('latin1'),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * Returns what a viewer receives when the task's worker registered this address, although the
 * viewer sends everything it can.
 */
async function watch(address: string) {
  const screen = { address, key: randomBytes(32).toString('base64') };
  const { taskId } = await stage.runTask({ screen });
  await using viewer = await openViewer(await stage.streamUrl(taskId));
  viewer.send(GREETING, key(0x61, true), cutText('\r\nCONFIG SET dir /\r\n'));
  const { code } = await viewer.closed;
  return { code, received: viewer.received() };
}

const nothing = { code: 1011, received: 0 };

test('shows the screen of a worker at an address of another network', async () => {
  await using port = await startScreenPort(vnc.serve, ownAddress);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  expect(await viewer.takeScreenshot()).toMatchObject({ width: 320, height: 240 });
});

test.each([
  ['a service that replies to lines', ''],
  ['a service with another greeting', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a service with almost the greeting of a screen', 'RFC 003.008\n'],
])('does not let a worker reach %s through the gateway', async (_what, greeting) => {
  await using service = await openService(greeting);
  expect(await watch(service.address)).toEqual(nothing);
  // Only the token of the worker's own key, and a line feed.
  expect(service.heard()).toMatch(/^[\w.-]*\n?$/);
});

test('does not let a worker show the screen of another worker', async () => {
  await using port = await startScreenPort(vnc.serve);
  expect(await watch(port.screen.address)).toEqual(nothing);
});

test('does not let a worker make the gateway connect to itself or to the control plane', async () => {
  for (const url of [
    gateway.url,
    gateway.metricsUrl,
    stage.controlPlane.url,
    stage.controlPlane.workerUrl,
  ]) {
    expect(await watch(new URL(url).host)).toEqual(nothing);
  }
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
});

test.each([
  '169.254.169.254:80',
  '[fe80::1]:80',
  '[::ffff:169.254.169.254]:80',
  '[fd00:ec2::254]:80',
  '100.100.100.200:80',
  '0.0.0.0:22',
  '2852039166:80',
])('does not connect to %s', async (address) => {
  expect(await watch(address)).toEqual(nothing);
  expect(gateway.logs()).toContain(
    `registered \\"${address.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '')}\\" for its screens`,
  );
});
