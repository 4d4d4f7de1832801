import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { ReadBuffers } from './read-buffers.ts';
import { RfbFilter } from './rfb/rfb-filter.ts';
import { GREETING, requestUpdate } from './testing/rfb-messages.ts';
import { Viewer } from './viewer.ts';

const STALL_MS = 20_000;
const PING_MS = 26_000;
const MIB = 1024 * 1024;
const GREETED = 'RFB 003.008\n';

test('keeps a viewer that replies to pings, and disconnects one that does not', async () => {
  await using stage = await openStage();
  const { viewer, client } = stage;
  let pongs = 0;
  client.on('ping', () => (pongs += 1));
  let now = performance.now();
  for (let round = 1; round <= 3; round += 1) {
    now += PING_MS;
    const heard = once(stage.server, 'pong');
    viewer.tick(now);
    await heard;
    expect(pongs).toBe(round);
  }
  client.pause();
  viewer.tick((now += PING_MS));
  expect(viewer.isClosing).toBe(false);
  viewer.tick((now += PING_MS));
  await pollUntil('it is cut off', () => stage.closedWith() !== undefined);
  expect(stage.closedWith()).toBe(1006);
});

test('closes the viewer of a screen that accepts no input', async () => {
  await using stage = await openStage();
  const { viewer, client } = stage;
  const input = Buffer.concat(
    Array.from({ length: 20_000 }, () => requestUpdate({ width: 1, height: 1 }, true)),
  );
  client.send(GREETING);
  await pollUntil('the screen has accepted all that it can', () => {
    // Each tick admits the next megabyte.
    viewer.tick(performance.now());
    if (client.bufferedAmount === 0) client.send(input);
    return stage.screen.writableNeedDrain && client.bufferedAmount > 0;
  });
  viewer.tick(performance.now());
  expect(viewer.isClosing).toBe(false);
  viewer.tick(performance.now() + STALL_MS + 1_000);
  expect(viewer.isClosing).toBe(true);
  await pollUntil('it is closed', () => stage.closedWith() !== undefined);
  expect(stage.closedWith()).toBe(1011);
});

test('buffers little data for each of many viewers that stop reading, and loses nothing', async () => {
  await using owned = new AsyncDisposableStack();
  const buffers = new ReadBuffers(2 * MIB);
  const stages: Awaited<ReturnType<typeof openStage>>[] = [];
  const picture = Buffer.alloc(16 * MIB, 7);
  for (let count = 0; count < 10; count += 1) {
    const stage = owned.use(await openStage(buffers));
    stages.push(stage);
    stage.client.pause();
    stage.remote.write(picture);
  }
  const queuedBytes = () =>
    stages.map(({ server }) => server.bufferedAmount).reduce((sum, bytes) => sum + bytes);
  await pollUntil('all screens are paused', () => stages.every(({ screen }) => screen.isPaused()));
  expect(queuedBytes()).toBeLessThan(5 * MIB);
  const [stage] = stages;
  let received = 0;
  stage?.client.on('message', (data: Buffer) => (received += data.length));
  stage?.client.resume();
  await pollUntil('the whole picture has arrived', () => received >= picture.length);
  expect(received - picture.length).toBeLessThanOrEqual(GREETED.length);
});

/** Opens a viewer with both of its connections; nothing is read at the screen's end. */
async function openStage(buffers = new ReadBuffers()) {
  await using owned = new AsyncDisposableStack();
  const remotes: Socket[] = [];
  owned.defer(() => remotes.forEach((socket) => socket.destroy()));
  const screens = createServer((socket) => {
    remotes.push(socket.pause());
    socket.write(GREETED);
  }).listen(0, '127.0.0.1');
  owned.defer(() => void screens.close());
  await once(screens, 'listening');
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  owned.defer(() => sockets.close());
  await once(sockets, 'listening');
  const accepted = once(sockets, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  owned.defer(() => client.terminate());
  const [[server]] = (await Promise.all([accepted, once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  let closedWith: number | undefined;
  const greeted = Promise.withResolvers<void>();
  const viewer = new Viewer(server, {
    stallMs: STALL_MS,
    buffers,
    onNoScreen: () => undefined,
    onScreenGone: () => undefined,
    onFirstByte: greeted.resolve,
    onClosed: (code) => (closedWith = code),
  });
  const { port } = screens.address() as AddressInfo;
  const screen = connect({ port, host: '127.0.0.1', onread: viewer.reading });
  screen.pause();
  owned.defer(() => void screen.destroy());
  await once(screen, 'connect');
  viewer.bridge(screen, new RfbFilter({ mode: 'view', onDropped: () => undefined }));
  await greeted.promise;
  const [remote] = remotes;
  if (!remote) throw new Error('The screen has no connection.');
  const resources = owned.move();
  return {
    viewer,
    client,
    server,
    screen,
    remote,
    closedWith: () => closedWith,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
