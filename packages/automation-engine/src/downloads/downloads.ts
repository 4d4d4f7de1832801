import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer';
import { createDeadline, settlesWithin } from '../deadline.ts';
import { DownloadMissingError } from '../errors.ts';
import { createChangeNotice } from '../pages/change-notice.ts';
import { contentTypeOf } from './content-type.ts';
import { chooseFilename, uniqueFilename } from './safe-filename.ts';

/** A file that the run has downloaded. */
export interface DownloadedFile {
  readonly path: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Download {
  readonly guid: string;
  readonly suggestedFilename: string;
  state: 'inProgress' | 'completed' | 'canceled';
  isClaimed: boolean;
}

export interface DownloadLimits {
  /** A download must begin within this time, unless the page is still loading. */
  readonly startTimeoutMs: number;
  /** A download must be complete within this time. */
  readonly timeoutMs: number;
}

export interface WantedFile {
  readonly filename?: string | undefined;
  /** Read when the file is complete, so that it sees what was extracted until then. */
  readonly metadata?: (() => Readonly<Record<string, unknown>>) | undefined;
}

/** The downloads of one browser context, kept in a directory of the run's own. */
export class Downloads implements AsyncDisposable {
  readonly files: DownloadedFile[] = [];
  readonly #session: CDPSession;
  readonly #directory: string;
  readonly #downloads = new Map<string, Download>();
  readonly #seen = new Set<string>();
  /** Told of by a page, which is earlier than the browser tells of them. */
  readonly #announced = new Set<string>();
  readonly #takenNames = new Set<string>();
  readonly #notice = createChangeNotice();

  private constructor(session: CDPSession, directory: string) {
    this.#session = session;
    this.#directory = directory;
  }

  static async start(page: Page, directory: string): Promise<Downloads> {
    await mkdir(directory, { recursive: true });
    const session = await page.browser().target().createCDPSession();
    const downloads = new Downloads(session, directory);
    session.on('Browser.downloadWillBegin', ({ guid, suggestedFilename, frameId }) => {
      if (belongsToOtherContext(page, frameId)) return;
      downloads.#change({ guid, suggestedFilename, state: 'inProgress', isClaimed: false });
    });
    session.on('Browser.downloadProgress', ({ guid, state, filePath }) => {
      if (filePath !== undefined && dirname(filePath) !== directory)
        downloads.#downloads.delete(guid);
      const download = downloads.#downloads.get(guid);
      if (download && download.state !== state)
        downloads.#change(Object.assign(download, { state }));
    });
    const browserContextId = page.browserContext().id;
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: directory,
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    return downloads;
  }

  /** A page says that it has begun this download. */
  announce(guid: string): void {
    this.#announced.add(guid);
  }

  /** How many downloads have begun so far. */
  get startedCount(): number {
    return this.#downloads.size;
  }

  /** Whether more than `startedCount` downloads have begun before the time is up. */
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

  /** Waits for the next download that `begins` after `startedCount` was read, and until it is complete. */
  async claim(
    startedCount: number,
    wanted: WantedFile,
    wait: { limits: DownloadLimits; signal: AbortSignal; isLoading: () => boolean },
  ): Promise<DownloadedFile> {
    const deadline = createDeadline(wait.limits.timeoutMs, wait.signal);
    let download = this.#nextUnclaimed(startedCount);
    while (!download) {
      const isLate = deadline.elapsedMs() >= wait.limits.startTimeoutMs && !wait.isLoading();
      if (isLate || deadline.remainingMs() === 0) {
        throw new DownloadMissingError(
          `No download began within ${Math.round(deadline.elapsedMs() / 1000)} s after the action that should start it.`,
        );
      }
      await settlesWithin(this.#notice.next(), this.#restMs(deadline, wait.limits), wait.signal);
      download = this.#nextUnclaimed(startedCount);
    }
    download.isClaimed = true;
    await this.#waitUntilEnded(download, deadline.remainingMs(), wait.signal);
    return this.#keep(download, wanted);
  }

  /** Waits until all downloads have ended and `expectedCount` files are there, then keeps those nobody claimed. */
  async collect(
    expectedCount: number,
    { limits, signal }: { limits: DownloadLimits; signal: AbortSignal },
  ): Promise<void> {
    const deadline = createDeadline(limits.timeoutMs, signal);
    while (this.#isWaitingFor(expectedCount, deadline.elapsedMs() < limits.startTimeoutMs)) {
      const restMs = this.#restMs(deadline, limits);
      if (deadline.remainingMs() === 0) break;
      await settlesWithin(this.#notice.next(), restMs, signal);
    }
    for (const download of this.#downloads.values()) {
      if (download.isClaimed || download.state !== 'completed') continue;
      download.isClaimed = true;
      await this.#keep(download, {});
    }
    if (this.files.length >= expectedCount) return;
    throw new DownloadMissingError(
      `The run has ${this.files.length} downloaded files, expected_downloads is ${expectedCount}.`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The browser may be gone already.
    await Promise.allSettled([this.#session.detach()]);
  }

  #change(download: Download): void {
    this.#downloads.set(download.guid, download);
    this.#seen.add(download.guid);
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

  /** Until the next of the two limits passes. */
  #restMs(
    deadline: { remainingMs: () => number; elapsedMs: () => number },
    { startTimeoutMs }: DownloadLimits,
  ): number {
    const untilLateMs = startTimeoutMs - deadline.elapsedMs();
    // Past the start limit the page may be loading: its end is no download event, so look again now and then.
    return Math.min(deadline.remainingMs(), untilLateMs > 0 ? untilLateMs + 1 : 500);
  }

  async #waitUntilEnded(download: Download, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const deadline = createDeadline(timeoutMs, signal);
    while (download.state === 'inProgress') {
      if (deadline.remainingMs() === 0) {
        throw new DownloadMissingError(
          `The download of "${download.suggestedFilename}" was not complete within ${Math.round(timeoutMs / 1000)} s.`,
        );
      }
      await settlesWithin(this.#notice.next(), deadline.remainingMs(), signal);
    }
    if (download.state === 'completed') return;
    throw new DownloadMissingError(
      `The download of "${download.suggestedFilename}" was cancelled by the browser or the site.`,
    );
  }

  async #keep(download: Download, { filename, metadata }: WantedFile): Promise<DownloadedFile> {
    const chosen = chooseFilename(filename, download.suggestedFilename);
    const unique = uniqueFilename(chosen, this.#takenNames);
    this.#takenNames.add(unique.toLowerCase());
    const path = join(this.#directory, unique);
    await rename(join(this.#directory, download.guid), path);
    const { size } = await stat(path);
    const file = {
      path,
      filename: unique,
      size,
      contentType: contentTypeOf(unique),
      ...(metadata ? { metadata: metadata() } : {}),
    };
    this.files.push(file);
    return file;
  }
}

/** The browser tells every session of every download; a page's target has the id of its main frame. */
function belongsToOtherContext(page: Page, frameId: string): boolean {
  const context = page.browserContext();
  return page
    .browser()
    .targets()
    .some(
      (target) =>
        Reflect.get(target, '_targetId') === frameId && target.browserContext() !== context,
    );
}
