import { abortable, CodedError, openDeadline, pauseUntilAborted } from '@errand/foundation';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import {
  type BrowserNetwork,
  type BrowserRelay,
  openBrowserRelay,
  type RelayOptions,
} from '@errand/browser-relay';
import { openProxyRelay, type ProxyRelay } from '../proxy/open-proxy-relay.ts';
import type { ProxyConfig } from '../proxy/proxy-settings.ts';
import {
  type FencePrefix,
  launchBrowser,
  openParkedDisplay,
  type OwnedBrowser,
} from '@errand/browser-launch';
import { type Desktop, type Display, openDesktop, parkPointer } from '@errand/desktop';
import type { BrowserChannel } from './browser-channel.ts';
import { explainFailedStart } from './explain-failed-start.ts';
import type { BrowserGroup } from './browser-group.ts';
import { isFenced } from './is-fenced.ts';
import { limitBrowser } from './limit-browser.ts';
import type { OpenBrowserGroup } from './memory-groups.ts';
import { type BrowserObserver, observeEnd, observeStart } from './observe-browser.ts';
import type { BrowserSession } from './session.ts';
import { openSessionDirectory, type SessionDirectory } from './session-directory.ts';
import type { TrustedAuthorities } from './trust-authorities.ts';
import type { SessionLimits } from './watch-usage.ts';

/** A browser that hangs would otherwise be waited for as long as Puppeteer waits for any answer. */
const FIRST_PAGE_DEADLINE_MS = 30_000;

export interface SessionOptions {
  /** Scratch space; undefined is the system's temporary directory. */
  readonly workDirectory: string | undefined;
  readonly chromiumPath: string;
  /** Path of Google Chrome, which may be missing. */
  readonly chromePath?: string;
  /** Default: chromium. */
  readonly channel?: BrowserChannel;
  readonly fence: FencePrefix;
  /** Default: those of the browser's vendor. */
  readonly authorities?: TrustedAuthorities | undefined;
  readonly width: number;
  readonly height: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Which addresses the browser may reach. */
  readonly network: BrowserNetwork;
  /** Upstream proxy behind the browser's relay. Undefined: direct. */
  readonly proxy?: ProxyConfig | undefined;
  /** Resource limits of the browser. Default: unlimited. */
  readonly limits?: SessionLimits;
  /** Makes the kernel enforce the limit of memory. Default: it is watched instead. */
  readonly openBrowserGroup?: OpenBrowserGroup | undefined;
  /** Default: none. */
  readonly observer?: BrowserObserver | undefined;
  readonly logger: RelayOptions['logger'];
}

/**
 * Opens a display with a browser on a fresh profile. Disposing ends both within a second and
 * removes everything they wrote.
 */
export async function openSession(
  options: SessionOptions,
  signal: AbortSignal,
): Promise<BrowserSession> {
  return observeStart(options.observer, signal, () => startSession(options, signal));
}

async function startSession(options: SessionOptions, signal: AbortSignal): Promise<BrowserSession> {
  await using owned = new AsyncDisposableStack();
  const scratch = owned.use(await openSessionDirectory(options.workDirectory));
  const display = owned.use(await openScreen(options, scratch));
  await options.authorities?.install(scratch.path);
  const relay = owned.use(await openRelay(options));
  const memory = owned.use(options.openBrowserGroup?.());
  const launched = await launch(options, { scratch, display, relay, memory, signal });
  const leave = once(async () => launched[Symbol.asyncDispose]());
  owned.defer(leave);
  const { browser } = launched;
  const limit = owned.use(limitBrowser(browser, { ...options, directory: scratch.path, memory }));
  let page = await firstPageOf(browser, signal);
  const mayBeControlled = await isFenced(browser);
  const ended = AbortSignal.any([limit.exceeded, endOf(browser), ...failuresOf(relay)]);
  const reportClosed = observeEnd(options.observer, ended);
  const resources = owned.move();
  return {
    get page() {
      return page;
    },
    channel: options.channel ?? 'chromium',
    display,
    openDesktop: (taskSignal) => openParkedDesktop(display, taskSignal),
    isFenced: mayBeControlled,
    isBehindProxy: options.proxy !== undefined,
    memory,
    downloadsDirectory: scratch.downloads,
    inputsDirectory: scratch.inputs,
    isAlive: () => browser.connected,
    answers: (withinMs) => succeeds(page.evaluate('1'), withinMs),
    async tidy(withinMs) {
      const tidied = (async () => {
        page = await keepOneTab(browser, page);
        await empty(scratch.downloads);
      })();
      return browser.connected && (await succeeds(tidied, withinMs));
    },
    ...accessOf(relay),
    leave: () => {
      reportClosed();
      return leave();
    },
    ended,
    [Symbol.asyncDispose]: once(() => {
      reportClosed();
      return resources.disposeAsync();
    }),
  };
}

/** Makes ending idempotent: repeated calls share one promise. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => (ended ??= end());
}

function openScreen(
  options: SessionOptions,
  { path: directory, temporary }: SessionDirectory,
): Promise<Display> {
  const environment = { ...options.environment, TMPDIR: temporary };
  return openParkedDisplay({ ...options, directory, environment });
}

/** The relay is the browser's only connection to the network. */
async function openRelay(options: SessionOptions): Promise<BrowserRelay & Partial<ProxyRelay>> {
  return options.proxy ? openProxyRelay(options.proxy, options) : openBrowserRelay(options);
}

function accessOf({ problemOf, seal }: BrowserRelay): Pick<BrowserSession, 'problemOf' | 'seal'> {
  return { problemOf, seal };
}

async function launch(
  options: SessionOptions,
  on: {
    readonly scratch: SessionDirectory;
    readonly display: Display;
    readonly relay: BrowserRelay;
    readonly memory: BrowserGroup | undefined;
    readonly signal: AbortSignal;
  },
): Promise<OwnedBrowser> {
  const { scratch, display, relay, memory, signal } = on;
  const { path: directory } = scratch;
  const browser = {
    ...options,
    executablePath: programOf(options),
    joinFile: memory?.joinFile,
    // Removes what Chromium keeps outside its profile (certificates, crash dumps) with the session.
    environment: { ...display.environment, HOME: directory },
  };
  try {
    const profileDirectory = join(directory, 'profile');
    return await launchBrowser({ ...browser, profileDirectory, proxyUrl: relay.proxyUrl, signal });
  } catch (error) {
    throw await explainFailedStart(error, { ...browser, directory }, signal);
  }
}

function failuresOf({ failed }: Partial<ProxyRelay>): readonly AbortSignal[] {
  return failed ? [failed] : [];
}

/** The previous task may have left the pointer over the page. */
async function openParkedDesktop(display: Display, signal: AbortSignal): Promise<Desktop> {
  await parkPointer(display);
  return openDesktop({ environment: display.environment }, signal);
}

async function keepOneTab(browser: Browser, wanted: Page): Promise<Page> {
  const page = await choosePage(browser, wanted);
  const others = (await browser.pages()).filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.bringToFront();
  return page;
}

async function empty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
}

function programOf({ channel, chromePath, chromiumPath }: SessionOptions): string {
  return channel === 'chrome' && chromePath !== undefined ? chromePath : chromiumPath;
}

async function firstPageOf(browser: Browser, signal: AbortSignal): Promise<Page> {
  using deadline = openDeadline(signal, FIRST_PAGE_DEADLINE_MS);
  return await abortable(choosePage(browser), deadline.signal);
}

/** Returns the wanted tab if it is still open, otherwise the newest. */
async function choosePage(browser: Browser, wanted?: Page): Promise<Page> {
  if (wanted && !wanted.isClosed()) return wanted;
  return (await browser.pages()).at(-1) ?? browser.newPage();
}

/**
 * The deadline is needed because a hung or crashed page may never respond, or only when its browser
 * ends.
 */
async function succeeds(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const timeUp = new AbortController();
  const deadline = pauseUntilAborted(withinMs, timeUp.signal).then(() => false);
  const succeeded = work.then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([succeeded, deadline]);
  timeUp.abort();
  return answer;
}

function endOf(browser: Browser): AbortSignal {
  const ended = new AbortController();
  browser.once('disconnected', () => ended.abort(new BrowserEndedError()));
  return ended.signal;
}

/**
 * The browser ended while a task used it. The task is not at fault: another attempt may succeed.
 */
export class BrowserEndedError extends CodedError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';

  constructor() {
    super('The browser exited while the task was running.');
  }
}
