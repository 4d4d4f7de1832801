import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openViewer, type TestViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import { streamUrl } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import type { GatewayProcess } from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import {
  cutText,
  GREETING,
  key,
  pointer,
  qemuKey,
  requestUpdate,
  setDesktopSize,
} from '../../apps/stream-gateway/src/testing/rfb-messages.ts';
import { listListeners } from '../../packages/task-runner/src/testing/list-listeners.ts';
import type { WorkerProcess } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { openLiveStage, type LiveStage } from './open-live-stage.ts';

const VIEWERS = 100;
const PICTURE_BYTES = 1280 * 800 * 4;
// Far less than the 20 seconds of a long poll. `pnpm bench stream` measures the actual time.
const AT_ONCE_MS = 5_000;

const owned = new AsyncDisposableStack();
let stage: LiveStage;
let gateway: GatewayProcess;
let worker: WorkerProcess;

beforeAll(async () => {
  stage = owned.use(await openLiveStage());
  gateway = await stage.startGateway();
  owned.defer(() => gateway[Symbol.asyncDispose]());
  worker = await stage.fleet.startWorker();
  owned.defer(() => worker[Symbol.asyncDispose]());
});

afterAll(() => owned.disposeAsync());

const letters = ['t', 'y', 'p', 'e', 'd'] as const;
const nap = { sleep_action: { sleep_time: 600 } };
const ask = { human_in_loop_action: { max_wait_time: 300 } };
const typeCode = {
  interaction_action: {
    input_text: { command: 'get_by_label("Code")', input_text: '{sms_code[0]}' },
  },
};

test('a hundred viewers, the live page and a stock noVNC see a task and its end', async () => {
  await using running = await stage.start([nap]);
  const task = running.taskId;
  const { controlPlane } = stage.fleet;
  await using live = await stage.watch(task);
  await stage.untilBlue(live);
  await using stock = await stage.watchWithStockClient(task);
  await stage.untilBlue(stock);
  await using opened = new AsyncDisposableStack();
  const viewers = await Promise.all(
    Array.from({ length: VIEWERS }, async () =>
      opened.use(await openViewer(await streamUrl(controlPlane, task), { isForgetful: true })),
    ),
  );
  viewers.forEach((viewer) => viewer.send(GREETING));
  // More bytes than the server's greeting: the server has also sent its size.
  await pollUntil('all have received bytes', () =>
    viewers.every(({ received }) => received() > 40),
  );

  for (const address of listListeners(worker.processId)) expect(address).toMatch(/^127\.0\.0\.1:/);
  const { host: metrics } = new URL(gateway.metricsUrl);
  expect(listListeners(gateway.processId).toSorted()).toEqual(
    [`127.0.0.1:${gateway.port}`, metrics].toSorted(),
  );

  const leftAt: number[] = [];
  viewers.forEach(({ closed }) => void closed.then(() => leftAt.push(Date.now())));
  await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  const closings = await Promise.all(viewers.map(({ closed }) => closed));
  expect(closings).toEqual(viewers.map(() => ({ code: 1000, reason: 'cancelled' })));
  const { completed_at: completedAt } = await stage.fleet.detailOf(task);
  expect(Math.max(...leftAt) - Date.parse(completedAt ?? '')).toBeLessThan(AT_ONCE_MS);
  await live.untilText(/Ended: cancelled/);
  await live.untilText(/The task has ended: cancelled\. \(1000\)/);
  expect(await live.events()).toEqual(['Watching.', 'The task has ended: cancelled. (1000)']);
});

test('a viewer cannot send input; a controller types and resumes the task', async () => {
  await using running = await stage.start([ask, typeCode, { sleep_action: { sleep_time: 5 } }]);
  const task = running.taskId;
  await using live = await stage.watch(task);
  await live.untilText(/Waiting for a person/);
  await stage.untilBlue(live);
  const { page } = live;
  await page.click('#screen canvas');
  await page.keyboard.type('looking');
  await using hostile = await openHostile(task);
  await pollUntil('it has received a picture', () => hostile.received() > PICTURE_BYTES);

  await page.click('#control');
  await live.untilText(/You have control/);
  await page.click('#screen canvas');
  await stage.untilHeard('mousedown');
  for (const letter of letters) {
    await page.keyboard.press(letter);
    await stage.untilHeard(`keydown ${letter}`);
  }
  const heard = stage.heard.filter((line) => /^(?:mousedown|paste|keydown .$)/.test(line));
  expect(heard).toEqual(['mousedown', ...letters.map((letter) => `keydown ${letter}`)]);
  await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('control');

  await page.type('#variables', 'nonsense');
  await page.click('#resume-form button');
  await live.untilText(/"nonsense" is not a variable: write name = value\./);
  await page.$eval('#variables', (area) => ((area as HTMLTextAreaElement).value = ''));
  await page.type('#variables', 'sms_code = 493817');
  await page.click('#resume-form button');
  await live.untilText(/Ended: success/);
  await stage.untilHeard('input 493817');
  await live.untilText(/\(1000\)/);
  await live.untilText(/input text \(nodes\[1\]\): done after/);
  await page.waitForSelector('#links a');
  // A busy worker may not have had time for a screenshot.
  const files = await stage.namesOfFiles(task);
  expect(await page.$$eval('#files a', (links) => links.map((each) => each.textContent))).toEqual(
    files,
  );
  const isHidden = await page.$eval('#picture', (picture) => (picture as HTMLElement).hidden);
  expect(isHidden && files.includes('final_screenshot.png')).toBe(false);
  const [toConsole] = await page.$$eval('#links a', (links) => links.map(({ href }) => href));
  expect(new URL(toConsole ?? '').pathname).toBe(`/console/tasks/${task}`);
  expect(await live.events()).toEqual([
    'Watching.',
    'You have control. F6 leaves the screen.',
    '"nonsense" is not a variable: write name = value.',
    'The task resumes.',
    'Control has ended. (4403)',
    'Watching.',
    'The task has ended: success. (1000)',
  ]);
});

test('a ticket opens one connection before it expires; the API key of another account opens none', async () => {
  const { controlPlane } = stage.fleet;
  await using running = await stage.start([nap]);
  const task = running.taskId;
  const url = await streamUrl(controlPlane, task);
  await using first = await openViewer(url);
  await first.takeScreenshot();
  await using again = await openViewer(url);
  expect((await again.closed).code).toBe(4401);
  await using late = await openViewer(await stage.expiredUrl(task));
  expect((await late.closed).code).toBe(4401);

  await using stranger = await stage.watch(task, await stage.createStrangersKey());
  await stranger.untilText(/Task not found/);
  // The page keeps the key, because the address may be mistyped.
  expect(await stranger.page.evaluate(() => sessionStorage.length)).toBe(1);
  await stranger.giveKey('wrong');
  await stranger.untilText(/The API key is not valid/);
  await stranger.giveKey(controlPlane.apiKey);
  await stage.untilBlue(stranger);
  expect(stranger.page.url()).not.toContain(controlPlane.apiKey);
  expect(await stranger.page.evaluate(() => localStorage.length)).toBe(0);
  await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  expect((await first.closed).code).toBe(1000);
});

test('the page reconnects after a gateway restart and after the worker dies', async () => {
  await using running = await stage.start([nap]);
  const task = running.taskId;
  await using live = await stage.watch(task);
  await stage.untilBlue(live);
  await gateway[Symbol.asyncDispose]();
  await live.untilText(/The gateway is being replaced\. \(1001\)/);
  await live.untilText(/The gateway cannot be reached\. \(1006\)/);
  gateway = await stage.startGateway();
  await stage.untilBlue(live);

  process.kill(worker.processId ?? 0, 'SIGKILL');
  await live.untilText(/The screen was lost\. \(1011\)/);
  await live.untilText(/Waiting in the queue/);
  await worker[Symbol.asyncDispose]();
  worker = await stage.fleet.startWorker();
  await live.untilText(/Attempt 2\./);
  await stage.untilBlue(live);
  await stage.fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  await live.untilText(/Ended: cancelled/);
  expect((await live.events()).filter((event) => event === 'Watching.')).toHaveLength(3);
});

test('a task cannot reach the gateway, even with private addresses open', async () => {
  const { fleet } = stage;
  const { host } = new URL(gateway.url);
  const visit = { url: `http://${host}/`, automation: { max_retries: 0 } };
  expect(await fleet.untilEnded(await fleet.run([], visit))).toMatchObject({
    error_class: 'navigation',
    error: expect.stringContaining(`the address ${host} belongs to this installation`),
  });
});

/** Mixes forbidden and allowed messages, first in one WebSocket message, then byte by byte. */
async function openHostile(task: string): Promise<TestViewer> {
  const viewer = await openViewer(await streamUrl(stage.fleet.controlPlane, task));
  const update = requestUpdate({ width: 1280, height: 800 }, false);
  const letter = 0x78;
  const hostile = Buffer.concat([
    update,
    pointer(0, 640, 600),
    pointer(1, 640, 600),
    pointer(0, 640, 600),
    key(letter, true),
    key(letter, false),
    qemuKey(letter, true),
    cutText('stolen'),
    setDesktopSize(1),
    update,
  ]);
  viewer.send(GREETING, hostile);
  for (const byte of hostile) viewer.send(Buffer.from([byte]));
  return viewer;
}
