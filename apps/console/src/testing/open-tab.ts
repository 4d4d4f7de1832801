import type { TestBrowser } from '@errand/test-kit';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallRecord, recordCalls } from './record-calls.ts';
import { scrollThrough, type ScrollResult } from './scroll-through.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Pictures of every page, for people to look at. */
const PICTURES = fileURLToPath(new URL('../../../../.errand/console-pictures/', import.meta.url));
const WAIT_MS = 30_000;
const VIEWPORT = { width: 1280, height: 800 };

type Theme = 'light' | 'dark';
type Page = Awaited<ReturnType<TestBrowser['openPage']>>['page'];

/** A tab with the console, used as a person uses it: by names of fields and buttons. */
export interface ConsoleTab extends AsyncDisposable {
  /** For keys, files and what has no name. */
  readonly page: Page;
  readonly record: CallRecord;
  /** Goes to a path and waits for the page's heading. */
  readonly open: (path: string, title: string) => Promise<void>;
  readonly reload: (title: string) => Promise<void>;
  readonly signIn: (apiKey: string) => Promise<void>;
  /** Takes a picture in each theme, and throws what axe-core finds. */
  readonly look: (name: string, themes: readonly Theme[]) => Promise<void>;
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Clicks the button with this name. */
  readonly press: (name: string) => Promise<void>;
  /** Sends the form of the open dialog. */
  readonly submit: () => Promise<void>;
  readonly untilTitle: (title: string) => Promise<void>;
  /** Waits until an element that matches has the text; first changes the search if one is given. */
  readonly untilText: (text: string, selector: string, search?: string) => Promise<void>;
  readonly untilRows: (count: number) => Promise<void>;
  readonly chooseRows: (count: number) => Promise<void>;
  readonly count: (selector: string) => Promise<number>;
  readonly path: () => Promise<string>;
  /** Pixels by which the page is wider than the window. */
  readonly overflow: () => Promise<number>;
  readonly atWidth: (width: number, run: () => Promise<void>) => Promise<void>;
  /** Names in sessionStorage and localStorage. */
  readonly storedKeys: () => Promise<{ readonly tab: string[]; readonly browser: string[] }>;
  readonly scrollThrough: (count: number) => Promise<ScrollResult>;
}

export async function openTab(browser: TestBrowser, origin: string): Promise<ConsoleTab> {
  mkdirSync(PICTURES, { recursive: true });
  const opened = await browser.openPage();
  const { page } = opened;
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport(VIEWPORT);
  const record = recordCalls(page, origin);
  const tab = createMoves(page, origin);
  return {
    ...tab,
    page,
    record,
    look: (name, themes) => look(page, name, themes),
    scrollThrough: (count) => scrollThrough(page, count),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

type Moves = Omit<ConsoleTab, 'page' | 'record' | 'look' | 'scrollThrough' | symbol>;

function createMoves(page: Page, origin: string): Moves {
  const untilText: ConsoleTab['untilText'] = async (text, selector, search) => {
    if (search !== undefined) {
      await page.goto(`${page.url().split('?')[0]}${search}`);
    }
    await page.waitForFunction(
      (wanted, where) =>
        [...document.querySelectorAll(where)].some((element) =>
          element.textContent?.includes(wanted),
        ),
      {},
      text,
      selector,
    );
  };
  const untilTitle = (title: string) => untilText(title, 'h1');
  const fill: ConsoleTab['fill'] = (label, text) =>
    page.locator(`::-p-aria([name="${label}"])`).fill(text);
  const press: ConsoleTab['press'] = async (name) => {
    await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  };
  const rows = '.task-row.body';
  return {
    untilText,
    untilTitle,
    fill,
    press,
    async open(path, title) {
      await page.goto(`${origin}${path}`);
      await untilTitle(title);
      // The stream of events is always open, so the network is never idle.
      await page.waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          !document.querySelector('.plot-canvas:empty') &&
          !document.body.textContent?.includes('Loading…'),
      );
    },
    async reload(title) {
      await page.reload();
      await untilTitle(title);
    },
    async signIn(apiKey) {
      await page.goto(`${origin}/console/`);
      await untilTitle('Sign in');
      await fill('API key', apiKey);
      await press('Sign in');
      await untilTitle('Home');
    },
    submit: () => page.locator('[role=dialog] button[type=submit]').click(),
    async untilRows(count) {
      await page.waitForFunction(
        (selector, wanted) => document.querySelectorAll(selector).length === wanted,
        {},
        rows,
        count,
      );
    },
    async chooseRows(count) {
      const boxes = await page.$$(`${rows} input[type=checkbox]`);
      for (const box of boxes.slice(0, count)) await box.click();
    },
    count: async (selector) => (await page.$$(selector)).length,
    path: async () => new URL(page.url()).pathname,
    overflow: () =>
      page.evaluate(
        // Less when the place of a scroll bar is free.
        () =>
          Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ),
    async atWidth(width, run) {
      await page.setViewport({ ...VIEWPORT, width });
      try {
        await run();
      } finally {
        await page.setViewport(VIEWPORT);
      }
    },
    storedKeys: () =>
      page.evaluate(() => ({
        tab: Object.keys(sessionStorage).filter((name) => !name.startsWith('tsr-')),
        browser: Object.keys(localStorage),
      })),
  };
}

async function look(page: Page, name: string, themes: readonly Theme[]): Promise<void> {
  for (const theme of themes) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.evaluate(untilPainted);
    await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`) });
    const found = await findViolations(page);
    if (found.length > 0) throw new Error(`${name}, ${theme}:\n${found.join('\n')}`);
  }
}

/** Runs in the page. */
function untilPainted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

interface Axe {
  readonly run: (context: Document) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly help: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

async function findViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document);
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
    );
  });
}
