import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStage, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import { createSilentScreen } from './testing/screens.ts';
import { startScreenPort, type ScreenPort } from './testing/start-screen-port.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let port: ScreenPort;

beforeAll(async () => {
  stage = owned.use(await openStage());
  port = owned.use(await startScreenPort(createSilentScreen().serve));
});

afterAll(() => owned.disposeAsync());

test.each([
  ['task', { MAX_VIEWERS_PER_TASK: '2' }, 'The task has reached its limit of viewers: 2.'],
  ['account', { MAX_VIEWERS_PER_ACCOUNT: '2' }, 'The account has reached its limit of viewers: 2.'],
  ['gateway', { MAX_VIEWERS: '2' }, 'This gateway has reached its limit of viewers.'],
  [
    'second',
    { CONNECTS_PER_SECOND: '2' },
    'Too many viewers are connecting at once: try again in a second.',
  ],
])(
  'closes a viewer beyond the limit of a %s with 1013, and keeps the others',
  async (_of, settings, reason) => {
    await using _gateway = await stage.startGateway(settings);
    const { taskId } = await stage.runTask(port);
    const urls = await Promise.all([1, 2, 3].map(() => stage.streamUrl(taskId)));
    await using opened = new AsyncDisposableStack();
    const [first, second, third] = await Promise.all(
      urls.map(async (url) => opened.use(await openViewer(url))),
    );
    const closing = await Promise.race([first?.closed, second?.closed, third?.closed]);
    expect(closing).toEqual({ code: 1013, reason });
    const states = [first, second, third].map((viewer) => viewer?.socket.readyState);
    expect(states.filter((state) => state === WebSocket.OPEN)).toHaveLength(2);
  },
);

test('does not let invalid tickets lock others out', async () => {
  await using _gateway = await stage.startGateway({ CONNECTS_PER_SECOND: '1' });
  const { taskId } = await stage.runTask(port);
  const url = await stage.streamUrl(taskId);
  for (let round = 0; round < 3; round += 1) {
    await using stranger = await openViewer(url.replace(/ticket=.*/, 'ticket=guessed'));
    expect((await stranger.closed).code).toBe(4401);
  }
  await using viewer = await openViewer(url);
  await pollUntil('it reached the screen', () => port.connections() === 1);
  expect(viewer.socket.readyState).toBe(WebSocket.OPEN);
});

test('admits a viewer in the place of one that left', async () => {
  await using _gateway = await stage.startGateway({ MAX_VIEWERS_PER_TASK: '1' });
  const { taskId } = await stage.runTask(port);
  for (let round = 0; round < 3; round += 1) {
    const viewer = await openViewer(await stage.streamUrl(taskId));
    await pollUntil('it reached the screen', () => port.connections() === 1);
    await viewer[Symbol.asyncDispose]();
    await pollUntil('it left the screen', () => port.connections() === 0);
    expect((await viewer.closed).code).toBe(1006);
  }
});
