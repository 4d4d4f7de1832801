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

/** A task and its reports on disk. Every write is whole or absent, whenever the process ends. */
export class SpooledTask {
  readonly task: AcceptedTask;
  /** Some of its reports could not be read after the last start. */
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

  /** A new task below the folder. Its password stays in memory only. */
  static async create(folder: string, task: AcceptedTask): Promise<SpooledTask> {
    const directory = join(folder, task.lease.task_id);
    await mkdir(join(directory, 'files'), { recursive: true, mode: 0o700 });
    const lease = { ...task.lease, task: { ...task.lease.task, rdp_parameter: null } };
    await writeWhole(join(directory, 'task.json'), { ...task, lease });
    return new SpooledTask(directory, task, NOTHING_KEPT);
  }

  /**
   * The tasks that an earlier process left below the folder. One that was never accepted is deleted. Of one whose reports
   * cannot be read those before are kept; one that cannot be read at all is told of and left where it is.
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

  /** Keeps a report; what comes behind the end of the task is not wanted. */
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

  /** The first report that the control plane does not have; waits for one. Undefined when the signal fires. */
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
    // First what makes it a task: a rest of it is deleted at the next start.
    await rm(join(this.#directory, 'task.json'), { force: true });
    await rm(this.#directory, { recursive: true, force: true });
  }
}
