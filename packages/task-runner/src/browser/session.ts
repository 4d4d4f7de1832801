import type { Desktop, Display } from '@errand/desktop';
import type { Page } from 'puppeteer';
import type { MemoryGroup } from '../memory-group.ts';
import type { BrowserChannel, SessionChannel } from './browser-channel.ts';

/**
 * A dedicated display with whatever the task acts on. Serves one task, or consecutive tasks of one
 * login.
 */
export interface Session extends AsyncDisposable {
  readonly channel: SessionChannel;
  /** The page a task starts on; undefined when there is no browser. */
  readonly page: Page | undefined;
  /** The display that shows the session. */
  readonly display: Display;
  /**
   * Opens screen reading and input on the display for one task. A remote desktop is logged in
   * first, which may fail. The caller disposes the result.
   */
  readonly openDesktop: (signal: AbortSignal) => Promise<Desktop>;
  /** Whether a person may use the session: nothing on its display gives access to this machine. */
  readonly isFenced: () => Promise<boolean>;
  /** Whether all browser traffic goes through a proxy. */
  readonly isBehindProxy: boolean;
  /**
   * Returns why the host of a URL was not reached, phrased as the end of a sentence; undefined when
   * it was reached or never tried.
   */
  readonly problemOf: (url: string) => string | undefined;
  /** Permanently cuts the browser off from the network. Undefined when there is no browser. */
  readonly seal?: (() => void) | undefined;
  /** Where the kernel limits the memory of the browser. Undefined: it has no separate group. */
  readonly memory?: MemoryGroup | undefined;
  /** Empty when a task starts; removed with the session. */
  readonly downloadsDirectory: string;
  /** Holds a task's input files, which are removed with the task; removed with the session. */
  readonly inputsDirectory: string;
  readonly isAlive: () => boolean;
  /** Whether the page runs a script within the given time. */
  readonly answers: (withinMs: number) => Promise<boolean>;
  /**
   * Prepares the session for the next task of the same login: keeps one tab, deletes the downloads.
   * Returns whether that finished in time.
   */
  readonly tidy: (withinMs: number) => Promise<boolean>;
  /**
   * Ends whatever uses the login: the browser, or the connection to the desktop. Viewers keep the
   * display until the session is disposed. Idempotent.
   */
  readonly leave: () => Promise<void>;
  /** Fires when the browser or remote desktop ends by itself, or when the proxy fails. */
  readonly ended: AbortSignal;
  /** Undefined: nothing that serves this session may serve another one. */
  readonly reuse?: BrowserReuse | undefined;
}

/**
 * Decides whether what serves a session may serve another one, only after `permit`: its browser if
 * the session has a browser context, otherwise its display.
 */
export interface BrowserReuse {
  /** The attempt has ended by itself, and no part of it is still running. */
  readonly permit: () => void;
  /** Something happened that a later task might notice. Outweighs `permit`. */
  readonly refuse: (reason: string) => void;
}

/** A live browser. */
export interface BrowserSession extends Session {
  readonly channel: BrowserChannel;
  readonly page: Page;
}
