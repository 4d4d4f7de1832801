import { type OwnedBrowser, launchBrowser, openParkedDisplay } from '@errand/browser-launch';
import type { Display } from '@errand/desktop';
import { CodedError } from '@errand/foundation';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import type { BrowserGroup } from './browser-group.ts';
import { explainFailedStart } from './explain-failed-start.ts';
import { limitBrowser } from './limit-browser.ts';
import { once } from './once.ts';
import type { SessionOptions } from './session-options.ts';
import { openSessionDirectory, type SessionDirectory } from './session-directory.ts';

/**
 * A browser that has a display to itself. Disposing ends it, removes everything it wrote, and ends
 * the display or gives it back.
 */
export interface StartedBrowser extends AsyncDisposable {
  readonly browser: Browser;
  readonly display: Display;
  readonly memory: BrowserGroup | undefined;
  readonly scratch: SessionDirectory;
  /** Ends the browser only. Idempotent. */
  readonly leave: () => Promise<void>;
  /** Fires when the browser ends by itself or exceeds a limit. */
  readonly ended: AbortSignal;
}

interface Start {
  /** All traffic of the browser goes there, unless a browser context has its own proxy. */
  readonly proxyUrl: string;
  readonly startWindow: 'page' | 'none';
  /** Why the display must not serve another session; see `SlotDisplays`. */
  readonly whyReplaceDisplay: () => string | undefined;
}

/** Opens a display with a browser on a fresh profile. */
export async function startBrowser(
  options: SessionOptions,
  start: Start,
  signal: AbortSignal,
): Promise<StartedBrowser> {
  await using owned = new AsyncDisposableStack();
  const scratch = owned.use(await openSessionDirectory(options.workDirectory));
  const display = owned.use(await openScreen(options, scratch, start.whyReplaceDisplay));
  await options.authorities?.install(scratch.path);
  const memory = owned.use(options.openBrowserGroup?.());
  const launched = await launch(options, { ...start, scratch, display, memory, signal });
  let isLeft = false;
  const leave = once(async () => {
    isLeft = true;
    await launched[Symbol.asyncDispose]();
  });
  owned.defer(leave);
  const { browser } = launched;
  const limit = owned.use(limitBrowser(browser, { ...options, directory: scratch.path, memory }));
  const ended = AbortSignal.any([limit.exceeded, endOf(browser, () => isLeft)]);
  const resources = owned.move();
  return {
    browser,
    display,
    memory,
    scratch,
    leave,
    ended,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function openScreen(
  options: SessionOptions,
  { path: directory, temporary }: SessionDirectory,
  whyReplace: () => string | undefined,
): Promise<Display> {
  if (options.openDisplay) return options.openDisplay(whyReplace);
  const environment = { ...options.environment, TMPDIR: temporary };
  return openParkedDisplay({ ...options, directory, environment });
}

async function launch(
  options: SessionOptions,
  on: Start & {
    readonly scratch: SessionDirectory;
    readonly display: Display;
    readonly memory: BrowserGroup | undefined;
    readonly signal: AbortSignal;
  },
): Promise<OwnedBrowser> {
  const { scratch, display, memory, signal, proxyUrl, startWindow } = on;
  const { path: directory } = scratch;
  const browser = {
    ...options,
    executablePath: programOf(options),
    joinFile: memory?.joinFile,
    // Ties what Chromium keeps outside its profile (certificates, crash dumps) to the session.
    environment: { ...display.environment, HOME: directory, TMPDIR: scratch.temporary },
  };
  try {
    const profileDirectory = join(directory, 'profile');
    return await launchBrowser({ ...browser, profileDirectory, proxyUrl, startWindow, signal });
  } catch (error) {
    throw await explainFailedStart(error, { ...browser, directory }, signal);
  }
}

function programOf({ channel, chromePath, chromiumPath }: SessionOptions): string {
  return channel === 'chrome' && chromePath !== undefined ? chromePath : chromiumPath;
}

function endOf(browser: Browser, isLeft: () => boolean): AbortSignal {
  const ended = new AbortController();
  browser.once('disconnected', () => {
    if (!isLeft()) ended.abort(new BrowserEndedError());
  });
  return ended.signal;
}

/**
 * The browser ended while a task used it. The task is not at fault: another attempt may succeed.
 */
class BrowserEndedError extends CodedError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';

  constructor() {
    super('The browser exited while the task was running.');
  }
}
