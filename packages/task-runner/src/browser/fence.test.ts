import { createLogger } from '@errand/app-runtime';
import type { FencePrefix } from '@errand/browser-launch';
import { findChromium, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createScreenToken } from '@errand/stream-ticket';
import { openScreens } from '../screens/screens.ts';
import { openViewer, type Viewer } from '../testing/open-viewer.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { isFenced } from './is-fenced.ts';
import { openSession } from './open-session.ts';
import type { BrowserSession } from './session.ts';
import { prepareFence } from './prepare-fence.ts';
import { localNetwork } from '../testing/local-network.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const live = new AbortController().signal;
const { PATH, HOME } = process.env;
const environment = { PATH, HOME };

const PAGE = `data:text/html,${encodeURIComponent(`<title>shop</title>
  <body style="margin: 0; background: #00a040">
  <button style="position: fixed; left: 0; top: 0; width: 200px; height: 100px" onclick="clicks++">count</button>
  <script>var clicks = 0</script>`)}`;
/** Where developer tools, dialogs and other windows would appear, in screen pixels. */
const PLACES = [
  [900, 250],
  [900, 740],
  [20, 740],
  [500, 450],
] as const;
const PAGE_ALONE = { targets: ['', PAGE], colours: ['#00a040'] };

let desk: Awaited<ReturnType<typeof openDesk>>;

beforeAll(async () => {
  desk = await openDesk(await prepareFence({ environment, logger }));
});
beforeEach(() => desk.startAgain());
afterAll(() => desk[Symbol.asyncDispose]());

async function isRefused(withinMs: number): Promise<boolean> {
  const refused = pollUntil('it refuses', async () => /blocked/i.test(await desk.text()), {
    deadlineMs: withinMs,
  });
  return refused.then(
    () => true,
    () => false,
  );
}

test('the browser is fenced in', async () => {
  expect(await desk.session.isFenced()).toBe(true);
});

test.each([
  ['files', 'file:///etc/passwd'],
  ['folders', 'file:///'],
  ['settings', 'chrome://settings'],
  ['flags', 'chrome://flags'],
  ['the source of a page', 'view-source:http://127.0.0.1/'],
  ['developer tools', 'devtools://devtools/bundled/inspector.html'],
  ['other programs', 'mailto:ann@example.com'],
])('a person cannot reach %s through the address bar', async (_, address) => {
  // A busy browser may not have its address bar ready for typing.
  const refuses = async (): Promise<boolean> => {
    desk.press('ctrl+l');
    desk.type(address);
    return isRefused(3_000);
  };
  await pollUntil('the browser refuses', refuses, { deadlineMs: 30_000 });
  expect(await desk.text()).not.toMatch(/root:|etc|Inspector/);
});

test.each([['ctrl+h'], ['ctrl+j'], ['ctrl+t'], ['ctrl+shift+o'], ['ctrl+shift+Delete']])(
  'a person sees only a refusal on the page that %s opens',
  async (keys) => {
    desk.press(keys);
    await pollUntil('the browser refuses', async () => /blocked/i.test(await desk.text()));
    expect(desk.targets()).toHaveLength(3);
  },
);

test.each([
  ['F12'],
  ['ctrl+shift+i'],
  ['ctrl+shift+j'],
  ['ctrl+shift+c'],
  ['ctrl+u'],
  ['ctrl+o'],
  ['ctrl+s'],
  ['ctrl+p'],
  ['ctrl+shift+n'],
  ['ctrl+shift+m'],
])('%s has no effect', async (keys) => {
  desk.press(keys);
  expect(await desk.untouched()).toEqual(PAGE_ALONE);
});

test('"Inspect" in the context menu of a page does nothing', async () => {
  desk.click(600, 400, '3');
  // Selects the last entry.
  desk.press('Up', 'Return');
  expect(await desk.untouched()).toEqual(PAGE_ALONE);
});

test('an automation prints pages and uses pages created by scripts', async () => {
  const { page } = desk.session;
  expect((await page.pdf()).byteLength).toBeGreaterThan(1_000);
  await page.goto('about:blank');
  const address = `URL.createObjectURL(new Blob(['<p>inside'], { type: 'text/html' }))`;
  await page.evaluate(`location.href = ${address}`);
  await pollUntil('it is shown', async () => (await desk.text()) === 'inside');
});

test('only tabs and the address bar take room from the page', async () => {
  const { page } = desk.session;
  expect(await page.evaluate('outerHeight - innerHeight')).toBeLessThan(110);
});

test('a browser that does not respond in time counts as not fenced in', async () => {
  const browser = desk.session.page.browser();
  const group = -(browser.process()?.pid ?? 0);
  process.kill(group, 'SIGSTOP');
  const answer = await isFenced(browser);
  process.kill(group, 'SIGCONT');
  expect(answer).toBe(false);
  expect(await isFenced(browser)).toBe(true);
});

test('developer tools open without the fence', async () => {
  await using open = await openDesk([]);
  expect(await open.session.isFenced()).toBe(false);
  open.press('F12');
  await pollUntil('the developer tools are open', () =>
    open.targets().some((url) => url.startsWith('devtools:')),
  );
});

/** A person at a browser: sends keys and clicks through the X server and sees the screen. */
async function openDesk(fence: FencePrefix) {
  await using owned = new AsyncDisposableStack();
  const scratch = owned.use(scratchDirectory());
  const options = { chromiumPath: findChromium(), width: 1024, height: 768, environment };
  const session = owned.use(
    await openSession({ ...options, ...localNetwork, fence, workDirectory: scratch.path }, live),
  );
  await session.page.goto(PAGE);
  const viewer = owned.use(await openScreenOf(session, owned));
  const run = (...args: string[]): string =>
    execFileSync('xdotool', args, { env: session.display.environment, encoding: 'utf8' });
  const browser = session.page.browser();
  const top = Number(await session.page.evaluate('outerHeight - innerHeight'));
  const click = (x: number, y: number, button: string): void => {
    run('mousemove', String(x), String(top + y), 'click', button);
  };
  const targets = (): string[] => browser.targets().map((target) => target.url());
  const resources = owned.move();
  return {
    session,
    targets,
    click,
    press: (...keys: readonly string[]) => run('key', ...keys),
    type: (text: string) => run('type', '--delay', '0', `${text}\n`),
    /** Text of the newest tab; undefined while it is loading. */
    text: async (): Promise<string> => {
      const page = (await browser.pages()).at(-1);
      const shown = page?.evaluate('document.documentElement.innerText');
      return String(await shown?.catch(() => ''));
    },
    async startAgain() {
      const others = (await browser.pages()).filter((page) => page !== session.page);
      await Promise.all(others.map((page) => page.close()));
      await session.page.goto(PAGE);
      await session.page.bringToFront();
    },
    /**
     * Returns the windows and tabs once a click has reached the page, and so after the effects of
     * all earlier keys.
     */
    async untouched() {
      await pollUntil('the page is clicked', async () => {
        // Closes a refusal dialog.
        run('key', 'Escape');
        click(100, 50, '1');
        return (await session.page.evaluate('clicks')) !== 0;
      });
      const frame = await viewer.frame();
      const colours = PLACES.map(([x, y]) => frame.colourAt(x, y));
      return { targets: targets(), colours: [...new Set(colours)] };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function openScreenOf(session: BrowserSession, owned: AsyncDisposableStack): Promise<Viewer> {
  const settings = { host: '127.0.0.1', port: 0, address: undefined };
  const screens = owned.use(await openScreens({ ...settings, logger }));
  const attempt = { taskId: randomUUID(), leaseEpoch: 1 };
  owned.use(screens.show(attempt, session));
  const { address, key } = screens.announcement ?? { address: '', key: '' };
  const token = createScreenToken(Buffer.from(key, 'base64'), { ...attempt, mode: 'view' });
  return openViewer(address, token);
}
