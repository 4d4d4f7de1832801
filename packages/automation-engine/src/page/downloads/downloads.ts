import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { createDeadline, settlesWithin } from '../../deadline.ts';
import { DownloadMissingError, LimitExceededError } from '../../errors.ts';
import { createChangeNotice } from '../browser/change-notice.ts';
import type { RunLimits } from '../../run-limits.ts';
import { withoutFragment } from '../../outside/without-fragment.ts';
import { contentTypeOf } from './content-type.ts';
import { chooseFilename, uniqueFilename } from './safe-filename.ts';
import type { Download, DownloadedFile } from './download.ts';
import { describeLost, describeUnfinished, type LostFile } from './lost-file.ts';
import { untilLimitMs } from './until-limit-ms.ts';
import {
  type BrowserDownloads,
  type DownloadState,
  watchBrowserDownloads,
} from './watch-browser-downloads.ts';

export type DownloadLimits = Pick<RunLimits, 'downloadStartMs' | 'downloadMs'>;

interface DownloadOptions {
  readonly directory: string;
  readonly limits: Pick<RunLimits, 'maxDownloads' | 'maxDownloadBytes'>;
  /** How many files were downloaded by the runs that this one continues. */
  readonly earlierFiles: number;
  /** Why a download of the browser has no content; undefined if it has. By default, each has. */
  readonly downloadProblem?: ((url: string) => string | undefined) | undefined;
  /** Called when a limit is exceeded, after the excess download was cancelled. */
  readonly onLimit: (error: LimitExceededError) => void;
}

export interface WantedFile {
  readonly filename?: string | undefined;
  /** Read when the file is complete, so that it includes everything extracted by then. */
  readonly metadata?: (() => Readonly<Record<string, unknown>>) | undefined;
}

/** The downloads of one browser context, kept in the run's own directory. */
export class Downloads implements AsyncDisposable {
  readonly files: DownloadedFile[] = [];
  #browser: BrowserDownloads | undefined;
  readonly #options: DownloadOptions;
  readonly #downloads = new Map<string, Download>();
  readonly #seen = new Set<string>();
  /** Downloads announced by a page, which happens before the browser reports them. */
  readonly #announced = new Set<string>();
  readonly #takenNames = new Set<string>();
  readonly #notice = createChangeNotice();

  private constructor(options: DownloadOptions) {
    this.#options = options;
  }

  /** Without a page, only files that steps keep are added. */
  static async start(page: Page | undefined, options: DownloadOptions): Promise<Downloads> {
    const { directory } = options;
    await mkdir(directory, { recursive: true });
    const downloads = new Downloads(options);
    if (!page) return downloads;
    downloads.#browser = await watchBrowserDownloads(page, directory, {
      onBegin: (guid, begun) => downloads.#beginInBrowser(guid, begun),
      onProgress: (...progress) => downloads.#progress(...progress),
      onElsewhere: (guid) => downloads.#downloads.delete(guid),
    });
    return downloads;
  }

  /** Bytes that may still be downloaded. */
  get bytesLeft(): number {
    const received = this.#downloads.values().reduce((sum, one) => sum + one.receivedBytes, 0);
    return Math.max(0, this.#options.limits.maxDownloadBytes - received);
  }

  /**
   * Adds a file that is not a browser download: `obtain` writes it to the path and returns its
   * name. Never rejects.
   */
  async capture(
    obtain: (path: string) => Promise<{ readonly filename: string }>,
    origin: { readonly shownUrl?: string } = {},
  ): Promise<void> {
    const download = Object.assign(this.#begin(randomUUID(), 'file'), origin);
    const { guid } = download;
    if (download.state === 'canceled') return;
    const path = join(this.#options.directory, guid);
    try {
      download.suggestedFilename = (await obtain(path)).filename;
      this.#progress(guid, 'completed', (await stat(path)).size);
    } catch (error) {
      download.problem = Error.isError(error) ? error.message : String(error);
      this.#progress(guid, 'canceled', 0);
    }
  }

  /** Records that a page has started this download. */
  announce(guid: string): void {
    this.#announced.add(guid);
  }

  /** How many downloads have started so far. */
  get startedCount(): number {
    return this.#downloads.size;
  }

  /** How many of the first `startedCount` downloads have a file, plus the files of earlier runs. */
  fileCountAt(startedCount: number): number {
    const first = [...this.#downloads.values()].slice(0, startedCount);
    const { earlierFiles } = this.#options;
    return earlierFiles + first.filter(({ file }) => file).length;
  }

  /** Leaves one of `files` out of the result, so that no checkpoint counts it. */
  drop(file: DownloadedFile): void {
    this.files.splice(this.files.indexOf(file), 1);
    for (const download of this.#downloads.values()) {
      if (download.file === file) delete download.file;
    }
  }

  /**
   * For `claim`: index of the newest copy of a PDF that a page shows, if it has neither failed nor
   * been claimed.
   */
  findShown(url: string): number | undefined {
    const address = withoutFragment(url);
    const index = [...this.#downloads.values()].findLastIndex(
      ({ shownUrl, isClaimed, state }) =>
        shownUrl === address && !isClaimed && state !== 'canceled',
    );
    return index === -1 ? undefined : index;
  }

  /** Returns whether more than `startedCount` downloads have started before the time is up. */
  async startsBeyond(
    startedCount: number,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const deadline = createDeadline(timeoutMs, signal);
    while (this.startedCount <= startedCount && deadline.remainingMs() > 0) {
      await settlesWithin(this.#notice.next(), deadline.remainingMs(), signal);
    }
    return this.startedCount > startedCount;
  }

  /** Waits for the first download since `startedCount` was read, until it is complete. */
  async claim(
    startedCount: number,
    wanted: WantedFile,
    wait: { limits: DownloadLimits; signal: AbortSignal; isLoading: () => boolean },
  ): Promise<DownloadedFile> {
    const deadline = createDeadline(wait.limits.downloadMs, wait.signal);
    let download = this.#nextUnclaimed(startedCount);
    while (!download) {
      const isLate = deadline.elapsedMs() >= wait.limits.downloadStartMs && !wait.isLoading();
      if (isLate || deadline.remainingMs() === 0) {
        throw new DownloadMissingError(
          `No download began within ${Math.round(deadline.elapsedMs() / 1000)} s after the action that should have started it.`,
        );
      }
      await settlesWithin(this.#notice.next(), untilLimitMs(deadline, wait.limits), wait.signal);
      download = this.#nextUnclaimed(startedCount);
    }
    download.isClaimed = true;
    await this.#waitUntilEnded(download, deadline.remainingMs(), wait.signal);
    return this.#keep(download, wanted);
  }

  /**
   * Waits until all downloads have ended and there are `expectedCount` files, including those of
   * earlier runs, then keeps the unclaimed ones. Returns those that were cancelled or are still in
   * progress after the maximum wait. Throws `DownloadMissingError` if there are too few files.
   */
  async collect(
    expectedCount: number,
    { limits, signal }: { limits: DownloadLimits; signal: AbortSignal },
  ): Promise<readonly LostFile[]> {
    const { earlierFiles } = this.#options;
    const ownCount = expectedCount - earlierFiles;
    const deadline = createDeadline(limits.downloadMs, signal);
    while (this.#isWaitingFor(ownCount, deadline.elapsedMs() < limits.downloadStartMs)) {
      const restMs = untilLimitMs(deadline, limits);
      if (deadline.remainingMs() === 0) break;
      await settlesWithin(this.#notice.next(), restMs, signal);
    }
    const unclaimed = this.#downloads.values().filter(({ isClaimed }) => !isClaimed);
    const {
      completed = [],
      inProgress = [],
      canceled = [],
    } = Object.groupBy(unclaimed, ({ state }) => state);
    for (const download of completed) {
      download.isClaimed = true;
      await this.#keep(download, {});
    }
    if (this.files.length >= ownCount) {
      const unfinished = inProgress.map((one) => describeUnfinished(one, limits.downloadMs));
      return [...canceled.map(describeLost), ...unfinished];
    }
    const earlier = earlierFiles > 0 ? ` (and ${earlierFiles} of the task that it continues)` : '';
    throw new DownloadMissingError(
      `expected_downloads is ${expectedCount}, but the number of downloaded files is ${this.files.length}${earlier}.`,
    );
  }

  /** Cancels downloads that are still in progress. */
  async [Symbol.asyncDispose](): Promise<void> {
    const browser = this.#browser;
    if (!browser) return;
    const open = this.#downloads.values().filter(({ state }) => state === 'inProgress');
    await Promise.all([...open].map(({ guid }) => browser.cancel(guid)));
    await browser[Symbol.asyncDispose]();
  }

  #beginInBrowser(guid: string, { filename, url }: { filename: string; url: string }): void {
    const download = this.#begin(guid, filename);
    const problem = this.#options.downloadProblem?.(url);
    if (problem === undefined) return;
    download.problem = problem;
    void this.#browser?.cancel(guid);
    this.#progress(guid, 'canceled', 0);
  }

  #begin(guid: string, suggestedFilename: string): Download {
    const { maxDownloads } = this.#options.limits;
    const isOver = this.#downloads.size >= maxDownloads;
    const state = isOver ? 'canceled' : 'inProgress';
    const download: Download = {
      guid,
      suggestedFilename,
      state,
      isClaimed: false,
      receivedBytes: 0,
    };
    if (isOver) {
      void this.#browser?.cancel(guid);
      this.#options.onLimit(
        new LimitExceededError(
          'maxDownloads',
          `the run has started more than ${maxDownloads} downloads`,
        ),
      );
      return download;
    }
    this.#downloads.set(guid, download);
    this.#seen.add(guid);
    this.#notice.announce();
    return download;
  }

  #progress(guid: string, state: DownloadState, receivedBytes: number): void {
    const download = this.#downloads.get(guid);
    if (!download || download.state !== 'inProgress') return;
    download.receivedBytes = receivedBytes;
    if (this.bytesLeft === 0) {
      void this.#browser?.cancel(guid);
      const { maxDownloadBytes } = this.#options.limits;
      this.#options.onLimit(
        new LimitExceededError(
          'maxDownloadBytes',
          `the downloads of the run have more than ${maxDownloadBytes} bytes in total`,
        ),
      );
    }
    if (state === 'inProgress') return;
    download.state = state;
    this.#notice.announce();
  }

  #nextUnclaimed(startedCount: number): Download | undefined {
    return [...this.#downloads.values()].slice(startedCount).find(({ isClaimed }) => !isClaimed);
  }

  #isWaitingFor(expectedCount: number, mayStillBegin: boolean): boolean {
    const all = [...this.#downloads.values()];
    if (all.some(({ state }) => state === 'inProgress')) return true;
    const isComing = this.#announced.difference(this.#seen).size > 0;
    if (isComing && mayStillBegin) return true;
    const completed = all.filter(({ state }) => state === 'completed').length;
    return completed < expectedCount && mayStillBegin;
  }

  async #waitUntilEnded(download: Download, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const deadline = createDeadline(timeoutMs, signal);
    while (download.state === 'inProgress') {
      if (deadline.remainingMs() === 0) {
        throw new DownloadMissingError(describeUnfinished(download, timeoutMs).reason);
      }
      await settlesWithin(this.#notice.next(), deadline.remainingMs(), signal);
    }
    if (download.state === 'completed') return;
    throw new DownloadMissingError(describeLost(download).reason);
  }

  async #keep(download: Download, { filename, metadata }: WantedFile): Promise<DownloadedFile> {
    const chosen = chooseFilename(filename, download.suggestedFilename);
    const unique = uniqueFilename(chosen, this.#takenNames);
    this.#takenNames.add(unique.toLowerCase());
    const { directory } = this.#options;
    const path = join(directory, unique);
    await rename(join(directory, download.guid), path);
    const { size } = await stat(path);
    const file = {
      path,
      filename: unique,
      size,
      contentType: contentTypeOf(unique),
      ...(metadata ? { metadata: metadata() } : {}),
    };
    this.files.push(file);
    download.file = file;
    return file;
  }
}
