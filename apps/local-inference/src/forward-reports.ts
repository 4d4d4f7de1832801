import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import {
  LeaseLostError,
  ReportRefusedError,
  describeFailure,
  type TaskReporter,
  uploadArtifacts,
} from '@errand/task-runner';
import { isEnd, type KeptFile, type Report } from './kept-task.ts';
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
 * Sends the reports of a task in order, retrying each until it is accepted, until the last one is
 * sent or the signal fires. Afterwards the local copy of the task is deleted; so is that of a task
 * whose lease is lost. A report that was sent but not recorded as sent is sent again, which is
 * idempotent.
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
      await task.keepProgress({ sent: task.progress.sent + 1, pending: {} });
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
  try {
    if (report.kind === 'start') await reporter.start();
    else if (report.kind === 'steps') await reporter.reportSteps(withArtifacts(task, report.steps));
    else if (report.kind === 'files') await sendFiles(task, report.files, sending);
    else if (report.kind === 'cancel') await sending.cancel(task.id, signal);
    else if (report.kind === 'complete') await reporter.complete(report.output);
    else await reporter.fail(report.failure, report.output);
  } catch (error) {
    if (!(error instanceof ReportRefusedError)) throw error;
    logger.error('report refused', { taskId: task.id, kind: report.kind, error });
    // Like a fleet worker: the task fails with that reason.
    if (isEnd(report)) {
      await reporter.fail(describeFailure(error), { output_data: [], for_loop_status: [] });
    }
  }
}

function withArtifacts(task: SpooledTask, steps: Extract<Report, { kind: 'steps' }>['steps']) {
  const { artifacts } = task.progress;
  return steps.map(({ screenshot_artifact_id, evidence_artifact_id, log_artifact_id, ...step }) => {
    const links = { screenshot_artifact_id, evidence_artifact_id, log_artifact_id };
    const stored = Object.entries(links).flatMap(([link, id]) => {
      const known = id === undefined ? undefined : artifacts[id];
      return known === undefined ? [] : [[link, known]];
    });
    return { ...step, ...Object.fromEntries(stored) };
  });
}

/** Files announced before this process last ended may already be uploaded. */
async function sendFiles(
  task: SpooledTask,
  files: readonly KeptFile[],
  { reporter, signal }: Sending,
): Promise<void> {
  const { pending } = task.progress;
  const known = files.flatMap(({ id }) => pending[id] ?? []);
  const there = known.length > 0 ? (await reporter.confirmArtifacts(known)).confirmed : [];
  const missing = files.filter(({ id }) => !there.includes(pending[id] ?? ''));
  const announced = { ...pending };
  const ids = await uploadArtifacts(
    {
      ...reporter,
      async createArtifacts(artifacts) {
        const uploads = await reporter.createArtifacts(artifacts);
        missing.forEach(({ id }, index) => {
          const upload = uploads[index];
          if (upload) announced[id] = upload.artifact_id;
        });
        await task.keepProgress({ pending: announced });
        return uploads;
      },
    },
    missing.map(({ id, size: _size, ...file }) => ({ ...file, source: { path: task.fileOf(id) } })),
    { signal },
  );
  const stored = Object.fromEntries(missing.map(({ id }, index) => [id, ids[index] ?? '']));
  await task.keepProgress({ artifacts: { ...task.progress.artifacts, ...announced, ...stored } });
}
