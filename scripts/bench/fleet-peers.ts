import { openDisplay } from '@errand/desktop';
import { findChromium } from '@errand/test-kit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import puppeteer, { type Browser } from 'puppeteer';
import type { FleetRunner } from './fleet-runner.ts';
import { playwright } from './playwright-runner.ts';
import { fillInForm, rawPuppeteer } from './puppeteer-runners.ts';

const isRoot = process.getuid?.() === 0;
/** The same size as the worker's screen. */
const SCREEN = { width: 1280, height: 800 };

/** What a script without Errand would do: the minimum needed to fill in the form. */
export const peers: Readonly<Record<string, (url: string) => Promise<FleetRunner>>> = {
  'puppeteer headful, new browser': async (url) =>
    each('puppeteer headful, new browser', async () => {
      await using display = await openPeerDisplay();
      await using browser = await launchPuppeteer(display.environment);
      await fillInFirstPage(browser, url);
    }),
  'puppeteer headless, new browser': async (url) =>
    each('puppeteer headless, new browser', async () => {
      await using browser = await launchPuppeteer();
      await fillInFirstPage(browser, url);
    }),
  'playwright headless, new browser': async (url) =>
    each('playwright headless, new browser', async () => {
      await using browser = await launchPlaywright();
      await playwright(browser).run(url);
    }),
  'puppeteer headful, contexts': async (url) => {
    await using owned = new AsyncDisposableStack();
    const display = owned.use(await openPeerDisplay());
    const browser = owned.use(await launchPuppeteer(display.environment));
    return shared(
      'puppeteer headful, contexts',
      () => rawPuppeteer(browser).run(url),
      owned.move(),
    );
  },
  'puppeteer headless, contexts': async (url) => {
    await using owned = new AsyncDisposableStack();
    const browser = owned.use(await launchPuppeteer());
    return shared(
      'puppeteer headless, contexts',
      () => rawPuppeteer(browser).run(url),
      owned.move(),
    );
  },
  'playwright headless, contexts': async (url) => {
    await using owned = new AsyncDisposableStack();
    const browser = owned.use(await launchPlaywright());
    return shared(
      'playwright headless, contexts',
      () => playwright(browser).run(url),
      owned.move(),
    );
  },
};

function each(name: string, run: () => Promise<void>): FleetRunner {
  return { name, run, async settle() {}, async [Symbol.asyncDispose]() {} };
}

function shared(
  name: string,
  run: () => Promise<unknown>,
  owned: AsyncDisposableStack,
): FleetRunner {
  return {
    name,
    async run() {
      await run();
    },
    async settle() {},
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function fillInFirstPage(browser: Browser, url: string): Promise<void> {
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto(url);
  await fillInForm(page);
}

/** Headful when there is a display. */
function launchPuppeteer(environment?: NodeJS.ProcessEnv): Promise<Browser> {
  return puppeteer.launch({
    executablePath: findChromium(),
    headless: environment === undefined,
    pipe: true,
    args: isRoot ? ['--no-sandbox'] : [],
    ...(environment && { env: { ...environment } }),
  });
}

function launchPlaywright() {
  return chromium.launch({ executablePath: findChromium(), chromiumSandbox: !isRoot });
}

interface PeerDisplay extends AsyncDisposable {
  readonly environment: NodeJS.ProcessEnv;
}

/** Opens a display like the worker's, with its window manager. */
async function openPeerDisplay(): Promise<PeerDisplay> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const { environment } = owned.use(
    await openDisplay({ ...SCREEN, directory, environment: process.env }),
  );
  const resources = owned.move();
  return { environment, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
