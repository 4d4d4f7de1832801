import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openStage, type RunningTask, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import { createSilentScreen } from './testing/screens.ts';
import { startScreenPort, type ScreenPort } from './testing/start-screen-port.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let port: ScreenPort;
let task: RunningTask;

beforeAll(async () => {
  stage = owned.use(await openStage());
  port = owned.use(await startScreenPort(createSilentScreen().serve));
  owned.use(await stage.startGateway());
  task = await stage.runTask(port);
}, 60_000);

afterAll(() => owned.disposeAsync());

async function closingOf(url: string): Promise<{ code: number; reason: string }> {
  await using viewer = await openViewer(url);
  return await viewer.closed;
}

test('a ticket is good for one connection', async () => {
  const url = await stage.streamUrl(task.taskId);
  await using first = await openViewer(url);
  const second = await closingOf(url);
  expect(second).toEqual({
    code: 4401,
    reason: 'The ticket was used before: ask for a fresh one for every connection.',
  });
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('an expired ticket is 4401', async () => {
  const { code, reason } = await closingOf(
    await stage.forgeUrl(task, {}, new Date(Date.now() - 61_000)),
  );
  expect([code, reason]).toEqual([
    4401,
    'The ticket is no good (expired): take a fresh stream URL.',
  ]);
});

test.each([
  ['changed', (url: string) => url.replace(/.{10}$/, 'AAAAAAAAAA'), 'bad-signature'],
  ['missing', (url: string) => url.replace(/\?.*/, ''), 'malformed'],
  ['garbage', (url: string) => url.replace(/=.*/, '=garbage'), 'malformed'],
])('a ticket that is %s is 4401', async (_what, change, error) => {
  const { code, reason } = await closingOf(change(await stage.streamUrl(task.taskId)));
  expect([code, reason]).toEqual([
    4401,
    `The ticket is no good (${error}): take a fresh stream URL.`,
  ]);
});

test('a ticket of another task is 4401', async () => {
  const url = await stage.streamUrl(task.taskId);
  const { code, reason } = await closingOf(url.replace(task.taskId, randomUUID()));
  expect([code, reason]).toEqual([4401, 'The ticket is for another task.']);
});

test('a ticket of another attempt is 4409', async () => {
  const { code } = await closingOf(await stage.forgeUrl(task, { leaseEpoch: task.leaseEpoch + 1 }));
  expect(code).toBe(4409);
});

test('a ticket of a task that has ended meanwhile is 4409', async () => {
  const ended = await stage.runTask(port);
  const url = await stage.streamUrl(ended.taskId);
  await ended.complete();
  expect((await closingOf(url)).code).toBe(4409);
});

test('a ticket for control of a task that waits for nobody is 4403', async () => {
  const { code } = await closingOf(await stage.forgeUrl(task, { mode: 'control' }));
  expect(code).toBe(4403);
});
