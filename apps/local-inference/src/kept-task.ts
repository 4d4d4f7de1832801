import type { Failure, Lease, NewArtifact, Output, Step } from '@errand/task-runner';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What is stored about a task from its submission to its last report. */
export interface AcceptedTask {
  readonly lease: Lease;
  readonly workerId: string;
  /** Smaller first, null last. */
  readonly priority: number | null;
  /** Order of arrival, across restarts of the server. */
  readonly arrivedAt: number;
  /** The task was submitted with a password, which is never stored. */
  readonly hasSecret: boolean;
}

/** A stored file: `id` is its name in the folder and its artifact id. */
export type KeptFile = NewArtifact & { readonly id: string };

/** A report of a task. The kinds are in the order in which the control plane must receive them. */
export type Report =
  | { readonly kind: 'start' }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'files'; readonly files: readonly KeptFile[] }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'complete'; readonly output: Output }
  | { readonly kind: 'fail'; readonly failure: Failure; readonly output: Output };

/** Progress of sending the reports. */
export interface Progress {
  /** Reports that the control plane has. */
  readonly sent: number;
  /** Whether the next report was attempted: its files may already be uploaded or confirmed. */
  readonly isTried: boolean;
  /** Why the control plane refused a file of the result: the reason for the first one. */
  readonly refusal?: Failure;
}

/** What is on disk for a task besides the task itself. */
export interface Kept {
  readonly reports: readonly Report[];
  readonly progress: Progress;
  readonly isDamaged: boolean;
}

const NOTHING_SENT: Progress = { sent: 0, isTried: false };
export const NOTHING_KEPT: Kept = { reports: [], progress: NOTHING_SENT, isDamaged: false };

/** The last report of a task. */
export type EndReport = Extract<Report, { readonly output: Output }>;

export function isEnd(report: Report): report is EndReport {
  return report.kind === 'complete' || report.kind === 'fail';
}

/** Reads a task from disk. Deletes one that was never accepted and returns undefined. */
export async function readTask(
  directory: string,
): Promise<(Kept & { readonly task: AcceptedTask }) | undefined> {
  const names = await readdir(directory);
  if (!names.includes('task.json')) {
    await rm(directory, { recursive: true });
    return undefined;
  }
  const task = await readJson<AcceptedTask>(join(directory, 'task.json'));
  const progress = (await readIfWhole<Progress>(join(directory, 'progress.json'))) ?? NOTHING_SENT;
  const files = new Set(names.includes('files') ? await readdir(join(directory, 'files')) : []);
  const numbered = names.filter((name) => /^\d{8}\.json$/.test(name)).toSorted();
  const reports: Report[] = [];
  for (const name of numbered) {
    const report = await readIfWhole<Report>(join(directory, name));
    const isWhole = report && (reports.length < progress.sent || hasItsFiles(report, files));
    if (!isWhole || Number.parseInt(name, 10) !== reports.length + 1) break;
    reports.push(report);
  }
  const isDamaged = reports.length < numbered.length;
  // Sending a report twice is idempotent.
  const sent = Math.min(progress.sent, reports.length);
  return { task, reports, isDamaged, progress: { ...progress, sent } };
}

function hasItsFiles(report: Report, files: ReadonlySet<string>): boolean {
  return report.kind !== 'files' || report.files.every(({ id }) => files.has(id));
}

/** Returns undefined for a file that is missing or damaged. */
async function readIfWhole<Value>(path: string): Promise<Value | undefined> {
  try {
    return await readJson<Value>(path);
  } catch (error) {
    const isMissing = Error.isError(error) && 'code' in error && error.code === 'ENOENT';
    if (isMissing || (Error.isError(error) && error.name === 'SyntaxError')) return undefined;
    throw error;
  }
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(path, 'utf8')) as Value;
}

/** Writes atomically: the file is complete or absent whenever the process ends. */
export async function writeWhole(path: string, value: unknown): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
