import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@errand/test-kit';
import puppeteer, { type Page } from 'puppeteer';
import type { Desktop } from '../desktop.ts';
import { openDisplay, type Display } from '../display/open-display.ts';
import { openDesktop } from '../open-desktop.ts';

export interface Stage extends AsyncDisposable {
  readonly display: Display;
  readonly desktop: Desktop;
  readonly directory: string;
}

export const stageSize = { width: 1440, height: 900 };

/** Opens a dedicated display for tests, with a desktop on it. */
export async function openStage(environment: NodeJS.ProcessEnv): Promise<Stage> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-desktop-test-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const display = owned.use(await openDisplay({ ...stageSize, directory, environment }));
  const desktop = owned.use(
    await openDesktop({ environment: display.environment }, new AbortController().signal),
  );
  const kept = owned.move();
  return {
    display,
    desktop,
    directory,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Opens a page that fills the whole screen, so that page and screen coordinates agree. */
export async function openFullPage({
  display,
  directory,
}: Stage): Promise<{ page: Page } & AsyncDisposable> {
  const isRoot = process.getuid?.() === 0;
  const browser = await puppeteer.launch({
    executablePath: findChromium(),
    headless: false,
    defaultViewport: null,
    userDataDir: join(directory, 'profile'),
    env: { ...display.environment, HOME: directory },
    args: [
      '--kiosk',
      '--no-first-run',
      '--disable-gpu',
      '--window-position=0,0',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    ignoreDefaultArgs: ['--enable-automation'],
  });
  const [page = await browser.newPage()] = await browser.pages();
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
