import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { openDisplay } from '../display/open-display.ts';
import { launchBrowser } from './launch-browser.ts';

export interface SessionOptions {
  /** Scratch space; undefined is the system's temporary directory. */
  readonly workDirectory: string | undefined;
  readonly chromiumPath: string;
  readonly width: number;
  readonly height: number;
  readonly environment: NodeJS.ProcessEnv;
}

/** A live browser on a display of its own, for one task. */
export interface Session extends AsyncDisposable {
  readonly page: Page;
  /** Empty at the start; removed with the session. */
  readonly downloadsDirectory: string;
  readonly isAlive: () => boolean;
  /** Fires when the browser ends by itself. */
  readonly ended: AbortSignal;
}

/**
 * Opens a display and a browser with a fresh profile on it. Disposing ends both within a second and
 * removes everything that they wrote.
 */
export async function openSession(options: SessionOptions, signal: AbortSignal): Promise<Session> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(options.workDirectory ?? tmpdir(), 'errand-session-'));
  owned.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  const downloadsDirectory = join(directory, 'downloads');
  await mkdir(downloadsDirectory);
  const display = owned.use(await openDisplay({ ...options, directory }));
  const { browser } = owned.use(
    await launchBrowser({
      executablePath: options.chromiumPath,
      profileDirectory: join(directory, 'profile'),
      width: options.width,
      height: options.height,
      // What Chromium keeps beside its profile (certificates, crash dumps) goes with the session, too.
      environment: { ...display.environment, HOME: directory },
      signal,
    }),
  );
  const [page = await browser.newPage()] = await browser.pages();
  const resources = owned.move();
  return {
    page,
    downloadsDirectory,
    isAlive: () => browser.connected,
    ended: endOf(browser),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function endOf(browser: Browser): AbortSignal {
  const ended = new AbortController();
  browser.once('disconnected', () => ended.abort(new BrowserEndedError()));
  return ended.signal;
}

/** The browser ended while a task used it. The task is not at fault: another attempt may succeed. */
export class BrowserEndedError extends Error {
  readonly code = 'browser_crashed';

  constructor() {
    super('The browser ended while the task was running.');
    this.name = new.target.name;
  }
}
