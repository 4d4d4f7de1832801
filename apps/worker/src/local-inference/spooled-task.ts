import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lease } from '../control-plane-client.ts';
import type { Failure, NewArtifact, Output, Step } from '../task-reporter.ts';

/** What is remembered of a task from its submission to its last report. */
export interface AcceptedTask {
  readonly lease: Lease;
  readonly workerId: string;
  /** Smaller first, null last. */
  readonly priority: number | null;
  /** Order of arrival, over all starts of the server. */
  readonly arrivedAt: number;
  /** It came with a password, which is not kept. */
  readonly hasSecret: boolean;
}

/** A file that was kept: `id` is its name in the folder, and its artifact until it is uploaded. */
export type KeptFile = NewArtifact & { readonly id: string };

/** One report of a task, in the order in which the control plane is to get them. */
export type Report =
  | { readonly kind: 'start' }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'files'; readonly files: readonly KeptFile[] }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'complete'; readonly output: Output }
  | { readonly kind: 'fail'; readonly failure: Failure; readonly output: Output };

/** How far the reports went. */
interface Progress {
  /** Reports that the control plane has. */
  readonly sent: number;
  /** Ids of artifacts there, by those here. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** Announced for the report that is on its way, by ids here; perhaps uploaded and confirmed, perhaps not. */
  readonly pending: Readonly<Record<string, string>>;
}

const NOTHING_SENT: Progress = { sent: 0, artifacts: {}, pending: {} };

/** A task and its reports on disk. Every write is whole or absent, whenever the process ends. */
export class SpooledTask {
  readonly task: AcceptedTask;
  readonly #directory: string;
  #reports: Report[];
  #progress: Progress;
  #writing: Promise<unknown> = Promise.resolve();
  #changed = Promise.withResolvers<void>();

  private constructor(
    directory: string,
    task: AcceptedTask,
    { reports, progress }: { readonly reports: Report[]; readonly progress: Progress },
  ) {
    this.#directory = directory;
    this.task = task;
    this.#reports = reports;
    this.#progress = progress;
  }

  /** A new task below the folder. Its password stays in memory only. */
  static async create(folder: string, task: AcceptedTask): Promise<SpooledTask> {
    const directory = join(folder, task.lease.task_id);
    await mkdir(join(directory, 'files'), { recursive: true, mode: 0o700 });
    const lease = { ...task.lease, task: { ...task.lease.task, rdp_parameter: null } };
    await writeWhole(join(directory, 'task.json'), { ...task, lease });
    return new SpooledTask(directory, task, { reports: [], progress: NOTHING_SENT });
  }

  /** The tasks that an earlier process left below the folder. One that was never accepted is deleted. */
  static async openAll(folder: string): Promise<readonly SpooledTask[]> {
    const tasks: SpooledTask[] = [];
    for (const name of (await readdir(folder)).toSorted()) {
      const directory = join(folder, name);
      const names = await readdir(directory);
      if (!names.includes('task.json')) {
        await rm(directory, { recursive: true });
        continue;
      }
      const numbered = names.filter((file) => /^\d{8}\.json$/.test(file)).toSorted();
      const reports: Report[] = [];
      for (const file of numbered) reports.push(await readJson(join(directory, file)));
      const progress = names.includes('progress.json')
        ? await readJson<Progress>(join(directory, 'progress.json'))
        : NOTHING_SENT;
      const task = await readJson<AcceptedTask>(join(directory, 'task.json'));
      tasks.push(new SpooledTask(directory, task, { reports, progress }));
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

export function isEnd({ kind }: Report): boolean {
  return kind === 'complete' || kind === 'fail';
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(path, 'utf8')) as Value;
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
