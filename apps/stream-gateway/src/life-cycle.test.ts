import { pollUntil, startCuttableProxy } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { openStage, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import { createSilentScreen } from './testing/screens.ts';
import { startScreenPort } from './testing/start-screen-port.ts';
import { startVnc, type TestVnc } from './testing/start-vnc.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let vnc: TestVnc;

beforeAll(async () => {
  stage = owned.use(await openStage());
  vnc = owned.use(await startVnc());
});

afterAll(() => owned.disposeAsync());

test('disconnects viewers with 1001 on a restart, and accepts them again', async () => {
  await using port = await startScreenPort(vnc.serve);
  const { taskId } = await stage.runTask(port);
  const gateway = await stage.startGateway({ DRAIN_SECONDS: '0.5' });
  await using opened = new AsyncDisposableStack();
  const viewers = await Promise.all(
    Array.from({ length: 10 }, async () =>
      opened.use(await openViewer(await stage.streamUrl(taskId))),
    ),
  );
  const leftAt: number[] = [];
  for (const viewer of viewers) void viewer.closed.then(() => leftAt.push(performance.now()));
  await gateway[Symbol.asyncDispose]();
  const codes = await Promise.all(viewers.map(async ({ closed }) => (await closed).code));
  expect(codes).toEqual(viewers.map(() => 1001));
  expect((leftAt.at(-1) ?? 0) - (leftAt[0] ?? 0)).toBeGreaterThan(300);
  await using _restarted = await stage.startGateway();
  await using back = await openViewer(await stage.streamUrl(taskId));
  expect((await back.takeScreenshot()).colour).toEqual({ red: 255, green: 255, blue: 255 });
});

test('admits nobody and is not ready while it drains', async () => {
  await using port = await startScreenPort(createSilentScreen().serve);
  const { taskId } = await stage.runTask(port);
  const gateway = await stage.startGateway({ DRAIN_SECONDS: '3' });
  await using opened = new AsyncDisposableStack();
  for (let count = 0; count < 2; count += 1) {
    opened.use(await openViewer(await stage.streamUrl(taskId)));
  }
  const gone = gateway[Symbol.asyncDispose]();
  await pollUntil('it drains', async () => (await statusOf(`${gateway.url}/health/ready`)) === 503);
  expect(await upgradeStatus(`${gateway.url}/tasks/${taskId}?ticket=x`)).toBe(503);
  await gone;
});

test('admits viewers for SHUTDOWN_DELAY_SECONDS after SIGTERM, while it is not ready', async () => {
  await using port = await startScreenPort(createSilentScreen().serve);
  const { taskId } = await stage.runTask(port);
  const gateway = await stage.startGateway({ SHUTDOWN_DELAY_SECONDS: '6', DRAIN_SECONDS: '0' });
  const stoppedAt = performance.now();
  const gone = gateway[Symbol.asyncDispose]();
  const body = await pollUntil('it is not ready', async () => {
    const response = await fetch(`${gateway.url}/health/ready`);
    return response.status === 503 ? response.json() : undefined;
  });
  expect(body).toEqual({ status: 'unavailable', reasons: ['The gateway is shutting down.'] });
  expect(await statusOf(`${gateway.url}/health/live`)).toBe(200);
  await using viewer = await openViewer(await stage.streamUrl(taskId));
  expect(await viewer.closed).toMatchObject({ code: 1001 });
  expect(performance.now() - stoppedAt).toBeGreaterThanOrEqual(6_000);
  await gone;
});

test('notifies viewers of a task that ended while the control plane was down', async () => {
  await using proxy = await startCuttableProxy(stage.controlPlane.url);
  await using port = await startScreenPort(createSilentScreen().serve);
  const task = await stage.runTask(port);
  await using gateway = await stage.startGateway({ CONTROL_PLANE_URL: proxy.url });
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  await pollUntil('the screen is visible', () => port.connections() === 1);
  expect(await statusOf(`${gateway.url}/health/ready`)).toBe(200);
  proxy.cut();
  expect(await statusOf(`${gateway.url}/health/ready`)).toBe(503);
  await task.complete();
  proxy.mend();
  expect(await viewer.closed).toEqual({ code: 1000, reason: 'success' });
  expect(await statusOf(`${gateway.url}/health/ready`)).toBe(200);
});

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

/** Returns the status of a WebSocket handshake. */
function upgradeStatus(url: string): Promise<number> {
  const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  return new Promise((resolve, reject) => {
    request(url, { headers: { ...headers, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' } })
      .on('response', (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}
