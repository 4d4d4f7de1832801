import { findFreePort, listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { prepareRunner } from './prepare-runner.ts';
import type { SlotBrowsers } from './slot-browsers.ts';
import { lease } from './browser/testing/lease.ts';
import { endWindowManager, grantClipboard, windowsOn } from './browser/testing/on-display.ts';
import { loadRunnerConfig } from './testing/load-runner-config.ts';
import { createNoteLogger } from './testing/note-logger.ts';

const live = new AbortController().signal;
const limits = { maxTasks: 100, maxMemoryBytes: 64 * 1024 ** 3 };

const owned = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), 'errand-slot-'));
owned.defer(() => rmSync(directory, { recursive: true, force: true }));
const { logger, notes } = createNoteLogger();
let runner: Awaited<ReturnType<typeof prepareRunner>>;
let site: string;
/** Requests for the file that browsers may cache. */
let cacheable = 0;

beforeAll(async () => {
  const config = loadRunnerConfig({
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    WORK_DIRECTORY: directory,
    ALLOW_ROOT: 'true',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    PATH: process.env['PATH'],
  });
  runner = await prepareRunner(config, { logger });
  const server = owned.use(
    await listen(
      ({ url }, response) => {
        if (url === '/cacheable') cacheable += 1;
        const isScript = url === '/worker.js';
        response.setHeader('cache-control', 'max-age=3600');
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? 'onfetch = () => {}' : '<title>site</title>');
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  site = server.url;
});
/** A test that fails leaves its browsers behind. */
const taken = new Set<Session>();
afterEach(async () => {
  for (const session of taken) await session[Symbol.asyncDispose]();
  taken.clear();
});
afterAll(() => owned.disposeAsync());

test('gives the next task of the account the same browser, without any trace of the first task', async () => {
  await using slot = runner.openSlot(limits);
  const first = await take(slot, lease());
  const { page } = first;
  await page.goto(site);
  const clean = await stateOf(page);
  await leaveTraces(first);
  expect(await stateOf(page)).not.toEqual(clean);
  const before = cacheable;
  const { display, downloadsDirectory } = first;
  const pages = await leaveWindows(first);
  expect(pages).toHaveLength(2);
  expect(windowsOn(first).length).toBeGreaterThan(1);
  notes.length = 0;
  await end(first);
  expect(notes).toEqual([]);
  expect(windowsOn(first)).toEqual([]);
  expect(pages.map((one) => one.isClosed())).toEqual([true, true]);

  const second = await take(slot, lease());
  expect(second.page.browser()).toBe(page.browser());
  expect(second.display).toBe(display);
  expect(windowsOn(second)).toHaveLength(1);
  expect(await second.page.browserContext().pages()).toEqual([second.page]);
  expect(second.downloadsDirectory).not.toBe(downloadsDirectory);
  const left = readdirSync(join(second.downloadsDirectory, '../..'));
  expect(left.filter((name) => /^(task-1|Downloads)$/.test(name))).toEqual([]);
  await second.page.goto(site);
  await grantClipboard(second.page, site);
  expect(await second.page.evaluate('navigator.clipboard.readText()')).toBe('');
  await second.page.browserContext().clearPermissionOverrides();
  expect(await stateOf(second.page)).toEqual(clean);
  expect(cacheable).toBe(before + 1);
  expect(await viewOf(second)).toEqual(await viewInOwnBrowser());

  const other = await take(slot, lease({ account_id: 'b' }), second);
  expect(other.page.browser()).not.toBe(page.browser());
  expect(page.browser().connected).toBe(false);
  await end(other);
});

test('connects each task through its own relay, and nothing else in the browser', async () => {
  await using slot = runner.openSlot(limits);
  const first = await take(slot, lease());
  const own = await first.page.browser().newPage();
  const [refused] = await Promise.allSettled([own.goto(site)]);
  expect(String(Reflect.get(refused, 'reason'))).toContain('net::ERR_');
  await own.close();
  const nowhere = `http://127.0.0.1:${await findFreePort()}/`;
  await expect(first.page.goto(nowhere)).rejects.toThrow('net::ERR_');
  expect(first.problemOf(nowhere)).toEqual(expect.any(String));
  await end(first);
  const second = await take(slot, lease());
  expect(second.page.browser()).toBe(first.page.browser());
  expect(second.problemOf(nowhere)).toBeUndefined();
  second.seal?.();
  await expect(second.page.goto(site)).rejects.toThrow('net::ERR_');
  await end(second);
});

test('ends the browser when it must not serve another task', async () => {
  await using slot = runner.openSlot(limits);
  await using brief = runner.openSlot({ ...limits, maxTasks: 1 });
  await using slim = runner.openSlot({ ...limits, maxMemoryBytes: 1 });
  const endings: readonly [string, SlotBrowsers, (session: BrowserOf) => Promise<unknown>][] = [
    [
      'its task did not end by itself, or it had none',
      slot,
      async (session) => session[Symbol.asyncDispose](),
    ],
    ['a person could use it', slot, leaveRefused],
    ['a page crashed', slot, ({ page }) => crashAnother(page)],
    ['its display has ended', slot, endWindowManager],
    ['it still has pages', slot, ({ page }) => page.browser().newPage()],
    ['it has served BROWSER_REUSE_TASKS tasks', brief, async () => undefined],
    ['it uses more than BROWSER_REUSE_MEMORY_MIB', slim, async () => undefined],
  ];
  for (const [reason, browsers, use] of endings) {
    const session = await take(browsers, lease());
    const browser = session.page.browser();
    notes.length = 0;
    await use(session);
    await end(session);
    expect(notes).toEqual([['browser retired', { reason, tasks: 1 }]]);
    expect(browser.connected).toBe(false);
  }
});

type BrowserOf = Session & { readonly page: Page };

/** Acts like a slot of the worker, which opens a spare before it has a task. */
async function take(slot: SlotBrowsers, task: Lease, spare?: Session): Promise<BrowserOf> {
  const ready = spare ?? (await slot.openSpare(live));
  taken.add(ready);
  const session = (await slot.openFor(task, ready, live)) ?? ready;
  taken.add(session);
  return session as BrowserOf;
}

/** Ends the session like an attempt that ends by itself. */
async function end(session: Session): Promise<void> {
  session.reuse?.permit();
  await session.leave();
  await session[Symbol.asyncDispose]();
}

/** The session's browser ends immediately, whatever its pages do. */
async function leaveRefused({ page, reuse, leave }: BrowserOf): Promise<void> {
  reuse?.refuse('a person could use it');
  await leave();
  await pollUntil('the browser has ended', () => !page.browser().connected);
}

async function crashAnother(page: Page): Promise<void> {
  const other = await page.browserContext().newPage();
  const crashed = new Promise((resolve) => {
    other.once('error', resolve);
  });
  const session = await other.createCDPSession();
  // A crashing page never responds to the call.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function leaveTraces({ page, downloadsDirectory }: BrowserOf): Promise<void> {
  await grantClipboard(page, site);
  await page.evaluate(`(async () => {
    document.cookie = 'login=first; max-age=3600';
    localStorage.setItem('login', 'first');
    indexedDB.open('first');
    await (await caches.open('first')).put('/kept', new Response('first'));
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    await navigator.clipboard.writeText('first');
    await fetch('/cacheable');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['first']));
    link.download = 'first.txt';
    link.click();
  })()`);
  // After a run, nothing names a folder for what its page saves.
  const usual = join(downloadsDirectory, '../../Downloads');
  await pollUntil('the file is saved', () => existsSync(usual));
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('first');
  await page.keyboard.down('Shift');
  writeFileSync(join(downloadsDirectory, 'first.pdf'), 'first');
}

/** Opens a popup that asks before it closes, and a dialog that stays open. */
async function leaveWindows({ page }: BrowserOf): Promise<readonly Page[]> {
  const opened = new Promise<Page | null>((resolve) => {
    page.once('popup', resolve);
  });
  await page.evaluate(`void open('/popup', 'popup', 'popup,width=400,height=300')`);
  const popup = await opened;
  await popup?.evaluate(`onbeforeunload = (event) => event.preventDefault()`);
  const asked = new Promise((resolve) => {
    page.once('dialog', resolve);
  });
  await page.evaluate(`void setTimeout(() => confirm('first?'))`);
  await asked;
  return page.browserContext().pages();
}

async function stateOf(page: Page): Promise<unknown> {
  const target = await page.browserContext().cookies();
  const probe = await page.browserContext().newPage();
  try {
    await probe.goto(site);
    await probe.evaluate(`fetch('/cacheable').then((answer) => answer.text())`);
    const inPage = await evaluate(
      probe,
      `Promise.all([
        document.cookie,
        JSON.stringify(localStorage),
        indexedDB.databases().then((all) => all.length),
        caches.keys(),
        navigator.serviceWorker.getRegistrations().then((all) => all.length),
        navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
      ])`,
    );
    return { cookies: target.map(({ name }) => name), inPage };
  } finally {
    await probe.close();
  }
}

/** Returns what a task gets if each has its own browser. */
async function viewInOwnBrowser(): Promise<object> {
  await using slot = runner.openSlot(undefined);
  await using session = await slot.openSpare(live);
  return await viewOf(session as BrowserOf);
}

async function viewOf({ page, isFenced, isBehindProxy, channel }: BrowserOf): Promise<object> {
  // The window manager maximises a new window and gives it the focus a little later.
  await pollUntil('the page has the focus', () => page.evaluate(() => document.hasFocus()));
  const window = await evaluate(page, '[innerWidth, innerHeight]');
  return { window, isFenced: await isFenced(), isBehindProxy, channel };
}

function evaluate(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(expression);
}
