import { pauseUntilAborted } from '@errand/foundation';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { signalGroup } from '@errand/desktop';
import { limitMessages } from './limit-messages.ts';

const LAUNCH_DEADLINE_MS = 30_000;
const CLOSE_DEADLINE_MS = 500;
/** Puppeteer makes one text of a message, and throws where nobody can catch it when that is longer than texts may be. */
const LONGEST_MESSAGE_BYTES = 256 * 1024 ** 2;
const MOST_CONNECTIONS = 99;

/** Nothing of the browser's own may use the network or stand between the automation and the page. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-features=MediaRouter,OptimizationHints,Translate',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--start-maximized',
  '--window-position=0,0',
];

/**
 * How to start a browser whose user interface leads to web pages only: the program that starts it, with arguments. Empty
 * when the browser is to be started as it is.
 */
export type FencePrefix = readonly string[];

export interface BrowserOptions {
  /** Starts the program that comes after it, so that policies hold. */
  readonly fence: FencePrefix;
  readonly executablePath: string;
  readonly profileDirectory: string;
  readonly width: number;
  readonly height: number;
  /** DISPLAY, XAUTHORITY and what else the browser may see. */
  readonly environment: NodeJS.ProcessEnv;
  /** Everything goes through it, loopback addresses too. Undefined: the browser connects by itself, to whatever it wants. */
  readonly proxyUrl: string | undefined;
  readonly signal: AbortSignal;
}

export interface OwnedBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/**
 * Launches Chromium headful in a process group of its own, driven through a pipe: it listens on no port.
 * Disposing ends the whole group within a second.
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
    ],
  });
  const [program = '', ...args] = [...options.fence, options.executablePath, ...browserArguments];
  const browser = await puppeteer.launch({
    executablePath: program,
    ignoreDefaultArgs: true,
    args,
    pipe: true,
    // The page is as large as the window lets it be.
    defaultViewport: null,
    env: definedOnly(options.environment),
    timeout: LAUNCH_DEADLINE_MS,
    signal: options.signal,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  ignoreLateErrors(browser);
  endAtLongMessage(browser);
  return { browser, [Symbol.asyncDispose]: () => endBrowser(browser) };
}

/** Puppeteer lets go of the pipes before the browser has ended: a reset that comes after would end the worker. */
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
 * Nothing goes around the proxy: not loopback addresses, not WebRTC over UDP, no look-up of a name. Chromium 156 knows the
 * flag for WebRTC by this name; the older `--force-webrtc-ip-handling-policy` is ignored.
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

/** A proxy would otherwise have 32 connections for all sites together. There is no flag for it, and 99 is the most. */
async function writeLocalState(profileDirectory: string): Promise<void> {
  const net = {
    max_connections_per_proxy: MOST_CONNECTIONS,
    max_connections_per_proxy_for_websocket: MOST_CONNECTIONS,
  };
  await mkdir(profileDirectory, { recursive: true });
  await writeFile(join(profileDirectory, 'Local State'), JSON.stringify({ net }));
}

/** Chromium's sandbox does not work for root, which the worker therefore refuses unless told. */
function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Closes every tab, which runs its `pagehide` handlers, then kills the browser. A message that such a handler sends may be
 * lost: the browser does not wait for it. Its profile is thrown away, and an orderly shutdown takes several times as long.
 */
async function endBrowser(browser: Browser): Promise<void> {
  const child = browser.process();
  const isOver = !child || child.exitCode !== null || child.signalCode !== null;
  const exited = isOver ? Promise.resolve() : once(child, 'exit');
  const timeUp = new AbortController();
  const deadline = pauseUntilAborted(CLOSE_DEADLINE_MS, timeUp.signal);
  // A page that hangs does not close.
  await Promise.race([closeTabs(browser), exited, deadline]);
  timeUp.abort();
  signalGroup(child?.pid, 'SIGKILL');
  await exited;
}

/** A browser that has crashed cannot be asked. */
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
