import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openStage, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import type { GatewayProcess } from './testing/prepare-gateways.ts';
import { readMetric } from './testing/read-metric.ts';
import {
  continueUpdates,
  cutText,
  GREETING,
  key,
  pointer,
  requestUpdate,
} from './testing/rfb-messages.ts';
import { createSilentScreen, floodScreen } from './testing/screens.ts';
import { startScreenPort } from './testing/start-screen-port.ts';
import { startVnc, type TestVnc } from './testing/start-vnc.ts';

// Far less than the 20 seconds of a long poll; `pnpm bench stream` measures the actual delay.
const AT_ONCE_MS = 5_000;

const owned = new AsyncDisposableStack();
let stage: Stage;
let vnc: TestVnc;
let gateway: GatewayProcess;

beforeAll(async () => {
  stage = owned.use(await openStage());
  vnc = owned.use(await startVnc());
  gateway = owned.use(await stage.startGateway({ STALL_SECONDS: '1' }));
});

afterAll(() => owned.disposeAsync());

const white = { width: 320, height: 240, colour: { red: 255, green: 255, blue: 255 } };

test.each([
  ['binary', ['binary']],
  ['none', []],
  ['several, including binary', ['base64', 'binary']],
])('shows the screen with the subprotocol %s', async (_name, protocols) => {
  await using port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId), { protocols });
  expect(viewer.socket.protocol).toBe(protocols.length > 0 ? 'binary' : '');
  expect(await viewer.takeScreenshot()).toEqual(white);
});

test('shows a task to a hundred viewers, and disconnects all of them as soon as it ends', async () => {
  await using port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await using opened = new AsyncDisposableStack();
  const viewers = await Promise.all(
    Array.from({ length: 100 }, async () =>
      opened.use(await openViewer(await stage.streamUrl(task.taskId))),
    ),
  );
  const pictures = await Promise.all(viewers.map((viewer) => viewer.takeScreenshot()));
  expect(pictures).toEqual(viewers.map(() => white));
  const endedAt = performance.now();
  await task.complete();
  const closings = await Promise.all(viewers.map(({ closed }) => closed));
  expect(performance.now() - endedAt).toBeLessThan(AT_ONCE_MS);
  expect(closings).toEqual(viewers.map(() => ({ code: 1000, reason: 'success' })));
});

test('closes with 1000 when a task is cancelled', async () => {
  await using port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  await viewer.takeScreenshot();
  await stage.controlPlane.call('POST', `/api/v1/tasks/${task.taskId}/cancel`);
  await task.complete();
  expect(await viewer.closed).toEqual({ code: 1000, reason: 'cancelled' });
});

test('lets a person type and click while the task waits, and closes with 4403 when it resumes', async () => {
  const screen = createSilentScreen();
  await using port = await startScreenPort(screen.serve);
  const task = await stage.runTask(port);
  const page = { node_path: 'nodes[0]', page_url: 'https://example.com/', max_wait_seconds: 600 };
  await task.report('human-wait', { wait_id: randomUUID(), ...page });
  await using watcher = await openViewer(await stage.streamUrl(task.taskId));
  await using person = await openViewer(await stage.streamUrl(task.taskId, 'control'));
  const typed = [key(0x61, true), key(0x61, false), pointer(1, 5, 5), pointer(0, 5, 5)];
  person.send(GREETING, ...typed, key(0xffe9, true), key(0xffc1, true), cutText('stolen'));
  const expected = Buffer.concat([GREETING, ...typed]);
  await pollUntil('all bytes have arrived', () => screen.received().length >= expected.length);
  expect(screen.received()).toEqual(expected);
  await stage.controlPlane.call('POST', `/api/v1/tasks/${task.taskId}/resume`, {});
  expect((await person.closed).code).toBe(4403);
  expect(watcher.socket.readyState).toBe(watcher.socket.OPEN);
});

test('closes with 1011 when the worker is gone while its task runs', async () => {
  await using port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await using opened = new AsyncDisposableStack();
  const viewers = await Promise.all(
    [1, 2, 3].map(async () => opened.use(await openViewer(await stage.streamUrl(task.taskId)))),
  );
  await Promise.all(viewers.map((viewer) => viewer.takeScreenshot()));
  port.cut();
  const codes = await Promise.all(viewers.map(async ({ closed }) => (await closed).code));
  expect(codes).toEqual([1011, 1011, 1011]);
});

test('closes with 1000 when the screen disconnects just before its task ends', async () => {
  await using port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  await viewer.takeScreenshot();
  port.cut();
  await pollUntil('the gateway has noticed', () => port.connections() === 0);
  await task.complete();
  expect(await viewer.closed).toEqual({ code: 1000, reason: 'success' });
});

test('closes with 1011 when the worker cannot be reached', async () => {
  const failures = 'errand_stream_upstream_failures_total{upstream="screen"}';
  const views = 'errand_stream_view_seconds_count';
  const before = [await readMetric(gateway, failures), await readMetric(gateway, views)];
  const port = await startScreenPort(vnc.serve);
  const task = await stage.runTask(port);
  await port[Symbol.asyncDispose]();
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  expect((await viewer.closed).code).toBe(1011);
  await pollUntil('both are counted', async () => {
    const now = [await readMetric(gateway, failures), await readMetric(gateway, views)];
    return now.every((count, index) => count > (before[index] ?? Infinity));
  });
});

test('forwards only requests for pictures to the screen, whatever else a hostile viewer sends', async () => {
  const screen = createSilentScreen();
  await using port = await startScreenPort(screen.serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  const update = requestUpdate(white, true);
  const hostile = Buffer.concat([
    GREETING,
    update,
    pointer(1, 5, 5),
    key(0x61, true),
    cutText('stolen'),
    update,
  ]);
  viewer.send(hostile);
  for (const byte of hostile.subarray(GREETING.length)) viewer.send(Buffer.from([byte]));
  viewer.send(continueUpdates());
  const expected = Buffer.concat([GREETING, update, update, update, update, continueUpdates()]);
  await pollUntil('all bytes have arrived', () => screen.received().length >= expected.length);
  expect(screen.received()).toEqual(expected);
});

test.each([
  ['an unknown message', Buffer.concat([GREETING, Buffer.from([77])]), 'RFB message type 77'],
  ['another version', Buffer.from('RFB 003.003\n'), 'Only RFB version 3.8'],
])('closes a viewer that sends %s with 1008', async (_what, bytes, reason) => {
  await using port = await startScreenPort(createSilentScreen().serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  viewer.send(bytes);
  expect(await viewer.closed).toEqual({ code: 1008, reason: expect.stringContaining(reason) });
});

test('closes a viewer that sends text messages with 1008', async () => {
  await using port = await startScreenPort(createSilentScreen().serve);
  const task = await stage.runTask(port);
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  viewer.socket.send('RFB 003.008\n');
  expect((await viewer.closed).code).toBe(1008);
});

test('disconnects a viewer that never reads, while others keep watching', async () => {
  await using port = await startScreenPort(floodScreen);
  await using quietPort = await startScreenPort(vnc.serve);
  const [flood, quiet] = [await stage.runTask(port), await stage.runTask(quietPort)];
  const before = await readMetric(gateway, 'errand_stream_closes_total{code="1013"}');
  await using stuck = await openViewer(await stage.streamUrl(flood.taskId), { isStuck: true });
  await using viewer = await openViewer(await stage.streamUrl(quiet.taskId));
  expect(await viewer.takeScreenshot()).toEqual(white);
  await pollUntil('the viewer is dropped', async () => {
    return (await readMetric(gateway, 'errand_stream_closes_total{code="1013"}')) > before;
  });
  await pollUntil('the screen is disconnected', () => port.connections() === 0);
  expect(stuck.received()).toBe(0);
});

test('throttles a viewer that floods, while others keep watching', async () => {
  const screen = createSilentScreen();
  await using port = await startScreenPort(screen.serve);
  await using quietPort = await startScreenPort(vnc.serve);
  const [flooded, quiet] = [await stage.runTask(port), await stage.runTask(quietPort)];
  await using hostile = await openViewer(await stage.streamUrl(flooded.taskId));
  const keys = Buffer.concat(Array.from({ length: 8_000 }, () => key(0x61, true)));
  hostile.send(GREETING);
  for (let sent = 0; sent < 500; sent += 1) hostile.send(keys);
  await using viewer = await openViewer(await stage.streamUrl(quiet.taskId));
  expect(await viewer.takeScreenshot()).toEqual(white);
  // 32 MB at one megabyte per second at most, plus what one read adds.
  expect(hostile.socket.bufferedAmount).toBeGreaterThan(1_000_000);
  expect(screen.received()).toEqual(GREETING);
});

test("counts and reports viewers' actions, and does not log tickets", async () => {
  const screen = createSilentScreen();
  await using port = await startScreenPort(screen.serve);
  const task = await stage.runTask(port);
  // Keys of the flooding viewer may still be counted.
  const dropped = 'errand_stream_dropped_messages_total{type="PointerEvent"}';
  const before = await readMetric(gateway, dropped);
  const url = await stage.streamUrl(task.taskId);
  const viewer = await openViewer(url);
  viewer.send(GREETING, pointer(1, 5, 5), pointer(0, 5, 5));
  await pollUntil('both are dropped', async () => {
    return (await readMetric(gateway, dropped)) === before + 2;
  });
  viewer.socket.close(1000);
  await viewer.closed;
  await pollUntil('the end is logged', () => gateway.logs().includes('"bytesFromViewer":26'));
  const told = gateway
    .logs()
    .split('\n')
    .filter((line) => line.includes(task.taskId));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'viewer connected', trace_id: task.traceId },
    { message: 'viewer disconnected', trace_id: task.traceId },
  ]);
  expect(gateway.logs()).not.toContain(new URL(url).searchParams.get('ticket'));
  expect(gateway.logs()).not.toMatch(/ey[A-Za-z0-9_-]{20}/);
});
