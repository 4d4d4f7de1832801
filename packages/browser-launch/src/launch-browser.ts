import { abortable, openDeadline, pauseUntilAborted } from '@errand/foundation';
import { once } from 'node:events';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { signalGroup } from '@errand/desktop';
import { limitMessages } from './limit-messages.ts';
import { announceGroup, endGroup } from './process-group.ts';

const LAUNCH_DEADLINE_MS = 60_000;
const FIRST_PAGE_DEADLINE_MS = 30_000;
const CLOSE_DEADLINE_MS = 500;
/**
 * Puppeteer converts each message to one string, and throws an uncatchable error when a message
 * exceeds the maximum string length.
 */
const LONGEST_MESSAGE_BYTES = 256 * 1024 ** 2;
const MOST_CONNECTIONS = 99;

/**
 * The browser's own features must not use the network or get between the automation and the page.
 * Without `SpareRendererForSitePerProcess`, no renderer starts for a page that may never be opened:
 * most tasks would pay for one and not use it.
 */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-features=MediaRouter,OptimizationHints,SpareRendererForSitePerProcess,Translate',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--start-maximized',
  '--window-position=0,0',
];

const LAUNCH_OPTIONS = {
  ignoreDefaultArgs: true,
  pipe: true,
  // The window determines the size of the page.
  defaultViewport: null,
  timeout: FIRST_PAGE_DEADLINE_MS,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
} as const;

/**
 * Command prefix that starts a browser whose user interface leads to web pages only. Empty to start
 * the browser unchanged.
 */
export type FencePrefix = readonly string[];

export interface BrowserOptions {
  /** Command prefix that enforces policies on the browser. */
  readonly fence: FencePrefix;
  readonly executablePath: string;
  readonly profileDirectory: string;
  readonly width: number;
  readonly height: number;
  /** DISPLAY, XAUTHORITY and any other variables for the browser. */
  readonly environment: NodeJS.ProcessEnv;
  /**
   * Proxy for all traffic, including loopback addresses. Undefined: direct connections without
   * restrictions.
   */
  readonly proxyUrl: string | undefined;
  /** `none`: no window and no page, so that only browser contexts have any. Default: one page. */
  readonly startWindow?: 'page' | 'none';
  /** File of a control group to which the browser writes its process id. Default: none. */
  readonly joinFile?: string | undefined;
  /** Ends the launch. Has no effect on the browser once it has started. */
  readonly signal: AbortSignal;
}

export interface OwnedBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/**
 * Launches Chromium headful in its own process group, driven through a pipe: it does not listen on
 * a port. Disposing ends the whole group within a second.
 */
export async function launchBrowser(options: BrowserOptions): Promise<OwnedBrowser> {
  await writeLocalState(options.profileDirectory);
  const browserArguments = await puppeteer.defaultArgs({
    headless: false,
    userDataDir: options.profileDirectory,
    args: [
      ...FLAGS,
      `--window-size=${options.width},${options.height}`,
      ...proxyFlags(options.proxyUrl),
      ...sandboxFlags(),
      // Also keeps the browser alive when the last window closes.
      ...(options.startWindow === 'none' ? ['--no-startup-window'] : []),
    ],
  });
  await access(options.executablePath, constants.X_OK);
  const command = [...options.fence, options.executablePath, ...browserArguments];
  const groupFile = join(options.profileDirectory, 'errand-group');
  const [program = '', ...args] = announceGroup(command, [
    groupFile,
    ...(options.joinFile === undefined ? [] : [options.joinFile]),
  ]);
  using deadline = openDeadline(options.signal, LAUNCH_DEADLINE_MS);
  // Puppeteer kills the browser whenever its signal fires, for as long as the browser runs.
  using launching = follow(deadline.signal);
  try {
    const launched = puppeteer.launch({
      ...LAUNCH_OPTIONS,
      executablePath: program,
      args,
      env: definedOnly(options.environment),
      signal: launching.signal,
      waitForInitialPage: options.startWindow !== 'none',
    });
    // Puppeteer waits for the first page even after it has killed the browser, and for the responses
    // of a hung browser much longer than its timeout.
    const browser = await abortable(launched, launching.signal);
    ignoreLateErrors(browser);
    endAtLongMessage(browser);
    return { browser, [Symbol.asyncDispose]: () => endBrowser(browser) };
  } catch (error) {
    await endGroup(groupFile);
    throw error;
  }
}

/** Creates a signal that fires along with another one until it is disposed. */
function follow(followed: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const follower = new AbortController();
  const onAbort = (): void => follower.abort(followed.reason);
  if (followed.aborted) onAbort();
  else followed.addEventListener('abort', onAbort, { once: true });
  return {
    signal: follower.signal,
    [Symbol.dispose]: () => followed.removeEventListener('abort', onAbort),
  };
}

/**
 * Puppeteer releases the pipes before the browser has ended: a late reset would crash the worker.
 */
function ignoreLateErrors(browser: Browser): void {
  for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);
}

function endAtLongMessage(browser: Browser): void {
  const child = browser.process();
  const pipe = child?.stdio[4];
  if (!pipe || !('read' in pipe)) return;
  limitMessages(pipe, LONGEST_MESSAGE_BYTES, () => {
    signalGroup(child?.pid, 'SIGKILL');
  });
}

/**
 * Returns flags that prevent traffic from bypassing the proxy: loopback addresses, WebRTC over UDP,
 * name lookups. Chromium 156 uses this name of the WebRTC flag; the older
 * `--force-webrtc-ip-handling-policy` is ignored.
 */
function proxyFlags(url: string | undefined): string[] {
  if (url === undefined) return [];
  return [
    `--proxy-server=${url}`,
    '--proxy-bypass-list=<-loopback>',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(url).hostname}`,
  ];
}

/**
 * Raises the connection limit: by default a proxy gets 32 connections for all sites together. There
 * is no flag for it, and 99 is the maximum.
 */
async function writeLocalState(profileDirectory: string): Promise<void> {
  const net = {
    max_connections_per_proxy: MOST_CONNECTIONS,
    max_connections_per_proxy_for_websocket: MOST_CONNECTIONS,
  };
  await mkdir(profileDirectory, { recursive: true });
  await writeFile(join(profileDirectory, 'Local State'), JSON.stringify({ net }));
}

/** Disables the sandbox for root, where it does not work; the worker refuses root by default. */
function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Closes every tab, which runs its `pagehide` handlers, then kills the browser. Messages sent by
 * such handlers may be lost, because the browser does not wait for them. It is killed because its
 * profile is discarded and an orderly shutdown takes several times as long.
 */
async function endBrowser(browser: Browser): Promise<void> {
  const child = browser.process();
  const isOver = !child || child.exitCode !== null || child.signalCode !== null;
  const exited = isOver ? Promise.resolve() : once(child, 'exit');
  const timeUp = new AbortController();
  const deadline = pauseUntilAborted(CLOSE_DEADLINE_MS, timeUp.signal);
  // A hung page does not close.
  await Promise.race([closeTabs(browser), exited, deadline]);
  timeUp.abort();
  signalGroup(child?.pid, 'SIGKILL');
  await exited;
}

/** A crashed browser does not respond. */
async function closeTabs(browser: Browser): Promise<void> {
  const pages = await browser.pages().catch(() => []);
  await Promise.allSettled(pages.map((page) => page.close()));
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}
