import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import {
  LeaseLostError,
  ReportRefusedError,
  StorageRefusedError,
  describeFailure,
  reportEnd,
  type TaskReporter,
  uploadResults,
} from '@errand/task-runner';
import { type EndReport, isEnd, type KeptFile, type Report } from './kept-task.ts';
import type { SpooledTask } from './spooled-task.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

interface Forwarding {
  readonly reporter: TaskReporter;
  /** Asks the control plane to cancel the task. */
  readonly cancel: (taskId: string, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Sends the reports of a task in order, retrying each until it is accepted or the signal fires.
 * Deletes the local copy of the task after the last report, or when the lease is lost. A report
 * that was sent but not recorded as sent is sent again, which is idempotent.
 */
export async function forwardReports(
  task: SpooledTask,
  forwarding: Forwarding,
  signal: AbortSignal,
): Promise<'reported' | 'lost' | 'unfinished'> {
  const { logger } = forwarding;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const report = await task.nextReport(signal);
    if (!report) return 'unfinished';
    try {
      await send(task, report, { ...forwarding, signal });
      await task.keepProgress({ sent: task.progress.sent + 1, isTried: false });
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return 'unfinished';
      if (error instanceof LeaseLostError) {
        logger.warn('lease lost: dropping the remaining reports', { taskId: task.id });
        await task.remove();
        return 'lost';
      }
      logger.warn('report is waiting for the control plane', { taskId: task.id, pauseMs, error });
      await pauseUntilAborted(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      continue;
    }
    if (!isEnd(report)) continue;
    await task.remove();
    logger.info('task reported', { taskId: task.id, kind: report.kind });
    return 'reported';
  }
}

type Sending = Forwarding & { readonly signal: AbortSignal };

async function send(task: SpooledTask, report: Report, sending: Sending): Promise<void> {
  const { reporter, logger, signal } = sending;
  if (isEnd(report)) {
    await sendEnd(task, report, sending);
    return;
  }
  try {
    if (report.kind === 'start') await reporter.start();
    else if (report.kind === 'steps') await reporter.reportSteps(report.steps);
    else if (report.kind === 'files') await sendFiles(task, report.files, sending);
    else await sending.cancel(task.id, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.error('report refused', { taskId: task.id, kind: report.kind, error });
    if (report.kind === 'files' && report.files.some(isOfResult)) {
      await task.keepProgress({ refusal: task.progress.refusal ?? describeFailure(error) });
    }
  }
}

/** Whether the control plane refuses the report permanently. */
function isRefusal(error: unknown): boolean {
  if (error instanceof StorageRefusedError) return true;
  return error instanceof ReportRefusedError && !error.isPassing;
}

/** Without the other files, the result is still complete. */
function isOfResult({ kind }: KeptFile): boolean {
  return kind !== 'evidence' && kind !== 'recording' && kind !== 'trace';
}

/** Like a fleet worker: a success that lacks a file fails with that reason and keeps its output. */
async function sendEnd(
  task: SpooledTask,
  report: EndReport,
  { reporter, logger }: Sending,
): Promise<void> {
  const failure = report.kind === 'fail' ? report.failure : task.progress.refusal;
  const ending = { reporter, logger, canWait: true };
  await reportEnd(ending, failure && { ...failure, retry: 'never' }, report.output);
}

async function sendFiles(
  task: SpooledTask,
  files: readonly KeptFile[],
  { reporter, signal }: Sending,
): Promise<void> {
  const ids = files.map(({ id }) => id);
  const { isTried } = task.progress;
  const there = isTried ? (await reporter.confirmArtifacts(ids)).confirmed : [];
  await task.keepProgress({ isTried: true });
  const missing = files.filter(({ id }) => !there.includes(id));
  const sources = missing.map(({ id, size: _size, ...file }) => {
    return { ...file, artifact_id: id, source: { path: task.fileOf(id) } };
  });
  await uploadResults(reporter, sources, { signal });
}
