import { pollUntil, type TestBrowser } from '@errand/test-kit';
import { findSpokenFaults } from './find-spoken-faults.ts';
import { enterState, findFaults, type State, takePicture } from './look-at-page.ts';
import { type CallRecord, recordCalls } from './record-calls.ts';
import { scrollThrough, type ScrollResult } from './scroll-through.ts';
import { tabThrough } from './tab-through.ts';
import { createUntilComplete, type UntilComplete } from './until-complete.ts';

const WAIT_MS = 60_000;
/** Looking in every frame, as Puppeteer does by default, would keep the page drawing. */
const LOOK_AGAIN = { polling: 100 };
/** The rules that a different theme or width can affect. `pnpm bench console` checks all rules. */
const RULES: Partial<Record<State, readonly string[]>> = {
  dark: ['color-contrast', 'link-in-text-block'],
  narrow: ['color-contrast', 'scrollable-region-focusable', 'button-name'],
  // Colours are the same as in the narrow window.
  zoomed: ['scrollable-region-focusable', 'button-name'],
};

type Page = Awaited<ReturnType<TestBrowser['openPage']>>['page'];

/** A tab with the console, used as a person would use it: by the names of fields and buttons. */
export interface ConsoleTab extends AsyncDisposable {
  /** For keys, files and elements without a name. */
  readonly page: Page;
  /** Of the control plane, or of a proxy before it. */
  readonly origin: string;
  readonly record: CallRecord;
  /** Loads a path and waits for the page's heading and data. */
  readonly open: (path: string, title: string) => Promise<void>;
  /** Follows a link to a path of the console, without reloading it. */
  readonly go: (path: string, title: string) => Promise<void>;
  readonly reload: (title: string) => Promise<void>;
  readonly signIn: (apiKey: string) => Promise<void>;
  /**
   * Throws an error with what axe-core and `findFaults` find, after a screenshot of that state.
   * Checks the first state, in which the tab stays, with all rules and in the accessibility tree;
   * the others only with rules whose result may differ there.
   */
  readonly look: (name: string, states?: readonly State[]) => Promise<void>;
  /** Throws an error that lists what cannot be used by keyboard. */
  readonly tabThrough: () => Promise<void>;
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Clicks the button with this name. */
  readonly press: (name: string) => Promise<void>;
  /** Submits the form of the open dialog. */
  readonly submit: () => Promise<void>;
  readonly untilTitle: (title: string) => Promise<void>;
  /**
   * Waits until a matching element has the text; first changes the query string if one is given.
   */
  readonly untilText: (text: string, selector: string, search?: string) => Promise<void>;
  readonly untilRows: (count: number) => Promise<void>;
  readonly chooseRows: (count: number) => Promise<void>;
  readonly count: (selector: string) => Promise<number>;
  readonly path: () => Promise<string>;
  /** Names in sessionStorage and localStorage. */
  readonly storedKeys: () => Promise<{ readonly tab: string[]; readonly browser: string[] }>;
  readonly scrollThrough: (count: number) => Promise<ScrollResult>;
}

export async function openTab(
  browser: Pick<TestBrowser, 'openPage'>,
  origin: string,
): Promise<ConsoleTab> {
  const opened = await browser.openPage();
  const { page } = opened;
  page.setDefaultTimeout(WAIT_MS);
  await enterState(page, 'light');
  const record = recordCalls(page, origin);
  const tab = createMoves(page, origin, await createUntilComplete(page));
  return {
    ...tab,
    page,
    origin,
    record,
    look: (name, states = ['light', 'narrow', 'zoomed', 'dark']) => look(page, name, states),
    async tabThrough() {
      const faults = await tabThrough(page);
      if (faults.length > 0) throw new Error(`${page.url()}:\n${faults.join('\n')}`);
    },
    scrollThrough: (count) => scrollThrough(page, count),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

type Moves = Omit<
  ConsoleTab,
  'page' | 'origin' | 'record' | 'look' | 'tabThrough' | 'scrollThrough' | symbol
>;

function createMoves(page: Page, origin: string, untilComplete: UntilComplete): Moves {
  const untilText: ConsoleTab['untilText'] = async (text, selector, search) => {
    if (search !== undefined) {
      await page.goto(`${page.url().split('?')[0]}${search}`);
    }
    await page.waitForFunction(
      (wanted, where) =>
        [...document.querySelectorAll(where)].some((element) =>
          element.textContent?.includes(wanted),
        ),
      LOOK_AGAIN,
      text,
      selector,
    );
  };
  const untilTitle = (title: string) => untilText(title, 'h1');
  const fill: ConsoleTab['fill'] = async (label, text) => {
    const field = page.locator(`::-p-aria([name="${label}"][role="textbox"])`);
    await pollUntil(`"${label}" has the text`, async () => {
      await field.fill(text);
      // The page may write the old text back between the clearing and the typing.
      return (await field.map(textOf).wait()) === text;
    });
  };
  const press: ConsoleTab['press'] = async (name) => {
    await enabled(page, `::-p-aria([name="${name}"][role="button"])`).click();
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
      await untilComplete();
    },
    async go(path, title) {
      await page.evaluate((target) => {
        history.pushState({}, '', target);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/console${path}`);
      await untilTitle(title);
      await untilComplete();
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
    submit: () => enabled(page, '[role=dialog] button[type=submit]').click(),
    async untilRows(count) {
      await page.waitForFunction(
        (selector, wanted) => document.querySelectorAll(selector).length === wanted,
        LOOK_AGAIN,
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
    storedKeys: () =>
      page.evaluate(() => ({
        tab: Object.keys(sessionStorage).filter((name) => !name.startsWith('tsr-')),
        // The trace viewer, which has the same origin, keeps its theme once it has loaded.
        browser: Object.keys(localStorage).filter((name) => name !== 'theme'),
      })),
  };
}

/** Runs in the page. */
const textOf = (field: Element): string => (field as HTMLInputElement).value;

async function look(page: Page, name: string, states: readonly State[]): Promise<void> {
  for (const [index, state] of states.entries()) {
    await enterState(page, state);
    const spoken = index === 0 ? await findSpokenFaults(page) : [];
    const seen = await findFaults(page, index === 0 ? undefined : RULES[state]);
    const found = [...spoken, ...seen];
    if (found.length === 0) continue;
    const picture = await takePicture(page, `${name}-${state}`);
    throw new Error(`${name}, ${state} (${picture}):\n${found.join('\n')}`);
  }
  await enterState(page, states[0] ?? 'light');
}

/** Waits until the button has an effect, too. */
function enabled(page: Page, selector: string) {
  return page.locator(selector).filter((button) => button.ariaDisabled !== 'true');
}
