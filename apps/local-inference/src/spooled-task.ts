import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AcceptedTask,
  isEnd,
  type Kept,
  NOTHING_KEPT,
  type Progress,
  readTask,
  type Report,
  writeWhole,
} from './kept-task.ts';

/** A task and its reports on disk. Every write is atomic, whenever the process ends. */
export class SpooledTask {
  readonly task: AcceptedTask;
  /** Some reports of the task were unreadable after the last start. */
  readonly isDamaged: boolean;
  readonly #directory: string;
  readonly #reports: Report[];
  #progress: Progress;
  #writing: Promise<unknown> = Promise.resolve();
  #changed = Promise.withResolvers<void>();

  private constructor(
    directory: string,
    task: AcceptedTask,
    { reports, progress, isDamaged }: Kept,
  ) {
    this.#directory = directory;
    this.task = task;
    this.#reports = [...reports];
    this.#progress = progress;
    this.isDamaged = isDamaged;
  }

  /** Stores a new task below the folder. Its password stays in memory only. */
  static async create(folder: string, task: AcceptedTask): Promise<SpooledTask> {
    const directory = join(folder, task.lease.task_id);
    await mkdir(join(directory, 'files'), { recursive: true, mode: 0o700 });
    const lease = { ...task.lease, task: { ...task.lease.task, rdp_parameter: null } };
    await writeWhole(join(directory, 'task.json'), { ...task, lease });
    return new SpooledTask(directory, task, NOTHING_KEPT);
  }

  /**
   * Opens the tasks that an earlier process left below the folder. Deletes those that were never
   * accepted. If a report is unreadable, only the reports before it are kept. An unreadable task is
   * passed to `onUnreadable` and left in place.
   */
  static async openAll(
    folder: string,
    onUnreadable: (directory: string, error: unknown) => void,
  ): Promise<readonly SpooledTask[]> {
    const tasks: SpooledTask[] = [];
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of names.toSorted()) {
      const directory = join(folder, name);
      try {
        const kept = await readTask(directory);
        if (kept) tasks.push(new SpooledTask(directory, kept.task, kept));
      } catch (error) {
        onUnreadable(directory, error);
      }
    }
    return tasks;
  }

  get id(): string {
    return this.task.lease.task_id;
  }

  get progress(): Progress {
    return this.#progress;
  }

  get hasBegun(): boolean {
    return this.#reports.length > 0;
  }

  get hasEnded(): boolean {
    return this.#reports.some(isEnd);
  }

  fileOf(id: string): string {
    return join(this.#directory, 'files', id);
  }

  /** Stores a report; reports after the end of the task are dropped. */
  append(report: Report): Promise<void> {
    const written = this.#appendBehind(this.#writing, report);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #appendBehind(earlier: Promise<unknown>, report: Report): Promise<void> {
    await earlier;
    if (this.hasEnded) return;
    const number = String(this.#reports.length + 1).padStart(8, '0');
    await writeWhole(join(this.#directory, `${number}.json`), report);
    this.#reports.push(report);
    this.#changed.resolve();
  }

  /**
   * Returns the first report that the control plane does not have, waiting for one if needed.
   * Undefined when the signal fires.
   */
  async nextReport(signal: AbortSignal): Promise<Report | undefined> {
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      const report = this.#reports[this.#progress.sent];
      if (report) return report;
      this.#changed = Promise.withResolvers();
      await Promise.race([this.#changed.promise, aborted]);
    }
    return undefined;
  }

  async keepProgress(progress: Partial<Progress>): Promise<void> {
    const next = { ...this.#progress, ...progress };
    await writeWhole(join(this.#directory, 'progress.json'), next);
    this.#progress = next;
  }

  async remove(): Promise<void> {
    await this.#writing;
    // Delete the task file first: the next start deletes a folder without one.
    await rm(join(this.#directory, 'task.json'), { force: true });
    await rm(this.#directory, { recursive: true, force: true });
  }
}
