import type { Desktop, Display } from '@errand/desktop';
import type { Page } from 'puppeteer';
import type { BrowserChannel, SessionChannel } from './browser-channel.ts';

/** A display of its own with what a task acts on, for one task, or for one after the other of a login. */
export interface Session extends AsyncDisposable {
  readonly channel: SessionChannel;
  /** Where a task begins; undefined when there is no browser. */
  readonly page: Page | undefined;
  /** What is seen of it. */
  readonly display: Display;
  /**
   * Opens eyes and hands at the display, for one task; a remote desktop is logged in to first, which may fail. The caller
   * disposes them.
   */
  readonly openDesktop: (signal: AbortSignal) => Promise<Desktop>;
  /** Whether a person may use it: what is on the display leads to nothing of this machine. */
  readonly isFenced: boolean;
  /** Whether all that the browser does goes through a proxy. */
  readonly isBehindProxy: boolean;
  /** Why the host of an address was not reached, as the end of a sentence; undefined when it was, or nobody tried. */
  readonly problemOf: (url: string) => string | undefined;
  /** Empty when a task begins; removed with the session. */
  readonly downloadsDirectory: string;
  /** For the files that come with a task, which go with the task; removed with the session. */
  readonly inputsDirectory: string;
  readonly isAlive: () => boolean;
  /** Whether the page runs a script within the time. */
  readonly answers: (withinMs: number) => Promise<boolean>;
  /**
   * Makes it ready for another task of the same login: one tab stays, the downloads go. Answers whether it is done within
   * the time.
   */
  readonly tidy: (withinMs: number) => Promise<boolean>;
  /**
   * Ends what uses the login: the browser, or the connection to the desktop. Its display stays for viewers until the session
   * is disposed. May be repeated.
   */
  readonly leave: () => Promise<void>;
  /** Fires when the browser or the remote desktop ends by itself, or the proxy does not serve it. */
  readonly ended: AbortSignal;
}

/** A live browser. */
export interface BrowserSession extends Session {
  readonly channel: BrowserChannel;
  readonly page: Page;
}
