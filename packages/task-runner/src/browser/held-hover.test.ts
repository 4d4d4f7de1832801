import { createLogger } from '@errand/app-runtime';
import { createScreenToken } from '@errand/stream-ticket';
import { findChromium, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Screens, openScreens } from '../screens/screens.ts';
import { openViewer } from '../testing/open-viewer.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { openSession } from './open-session.ts';
import type { BrowserSession } from './session.ts';
import { localNetwork } from '../testing/local-network.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const live = new AbortController().signal;
const attempt = { taskId: randomUUID(), leaseEpoch: 1 };
const { PATH, HOME } = process.env;
const middle = { x: 512, y: 384 };
const PAGE = `<!doctype html><button id=menu style="position:absolute;left:40px;top:40px">Menu</button>
  <script>
    clicks = 0;
    moves = [];
    addEventListener('click', () => clicks++);
    for (const type of ['mousemove', 'mouseout']) {
      addEventListener(type, ({ clientX, clientY }) => moves.push([type, clientX, clientY]));
    }
  </script>`;

const resources = new AsyncDisposableStack();
let session: BrowserSession;
let screens: Screens;

beforeAll(async () => {
  const { path: workDirectory } = resources.use(scratchDirectory());
  const options = {
    workDirectory,
    width: 1024,
    height: 768,
    fence: [],
    environment: { PATH, HOME },
  };
  session = resources.use(
    await openSession({ ...options, ...localNetwork, chromiumPath: findChromium() }, live),
  );
  screens = resources.use(
    await openScreens({ logger, host: '127.0.0.1', port: 0, address: undefined }),
  );
  // Claims to be fenced: only this page is on the display.
  resources.use(
    screens.show(attempt, { ...session, isFenced: async () => true, page: session.page }),
  );
  await session.page.setContent(PAGE);
});
afterAll(() => resources[Symbol.asyncDispose]());

test('the page keeps its mouse position, even while a viewer is connected', async () => {
  expect(await hoverForLong()).toEqual({ isHovered: true, moves: [] });
  await using viewer = await watch('view');
  await viewer.frame();
  expect(await hoverForLong()).toEqual({ isHovered: true, moves: [] });
});

test('a person has the mouse while in control, and the page regains it afterwards', async () => {
  await screens.setControl(attempt.taskId, attempt.leaseEpoch, true);
  await using person = await watch('control');
  await pollUntil('the click arrives', async () => {
    person.click(middle.x, middle.y);
    return (await session.page.evaluate('clicks')) !== 0;
  });
  await screens.setControl(attempt.taskId, attempt.leaseEpoch, false);
  expect(await hoverForLong()).toEqual({ isHovered: true, moves: [] });
});

test('the next task does not inherit the mouse position of an earlier screen step', async () => {
  await using desktop = await session.openDesktop(live);
  await session.page.evaluate('moves.length = 0');
  await desktop.movePointer(middle, live);
  await pollUntil('the move arrives', () => session.page.evaluate('moves.length > 0'));
  await using _next = await session.openDesktop(live);
  expect(await hoverForLong()).toEqual({ isHovered: true, moves: [] });
});

/**
 * Hovers while the browser does what makes it query the display's pointer: thumbnails, and tabs
 * that open and close.
 */
async function hoverForLong() {
  const { page } = session;
  await page.hover('#menu');
  await page.evaluate('moves.length = 0');
  const tab = await page.browser().newPage();
  await tab.close();
  await page.bringToFront();
  for (let taken = 0; taken < 10; taken += 1) {
    const clip = { x: 0, y: 0, width: 1024, height: 600, scale: 0.4 };
    await page.screenshot({ clip, captureBeyondViewport: false });
  }
  const isHovered = await page.evaluate('menu.matches(":hover")');
  return { isHovered, moves: await page.evaluate('moves') };
}

function watch(mode: 'view' | 'control') {
  const { address, key } = screens.announcement ?? { address: '', key: '' };
  return openViewer(address, createScreenToken(Buffer.from(key, 'base64'), { ...attempt, mode }));
}
