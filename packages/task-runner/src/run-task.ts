import { acceptTask } from './accept-task.ts';
import { resultFiles } from './artifacts/result-files.ts';
import { uploadResults } from './artifacts/upload-results.ts';
import type { Attempt, LeasedRun, RunnerDependencies } from './attempt.ts';
import type { Session } from './browser/session.ts';
import { writeCheckpoint } from './continuation.ts';
import type { Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';
import { executeAttempt } from './execute-attempt.ts';
import { explainCrash } from './explain-crash.ts';
import { keepSession } from './keep-session.ts';
import { openTaskModels } from './models/task-models.ts';
import { NO_OUTPUT, reportEnd } from './report-end.ts';
import { createTaskSecrets } from './secrets/task-secrets.ts';
import { describeFailure, TaskTimeoutError } from './task-failure.ts';
import type { FailedOutput, Failure } from './task-reporter.ts';
import { createTimings } from './timings.ts';
import { traceAttempt } from './trace-attempt.ts';

/** `kept`: the warm sessions now own the session; `closed`: the caller has to end it. */
type SessionOutcome = 'kept' | 'closed';

/** Creates a function that runs a leased task and always reports how it ended. */
export function createTaskRunner(dependencies: RunnerDependencies) {
  const { client, ...shared } = dependencies;
  return async (run: LeasedRun, drained: AbortSignal): Promise<SessionOutcome> => {
    const { lease, held, session } = run;
    const trace = traceAttempt(dependencies.tracing, lease);
    const logger = dependencies.logger.child({
      taskId: lease.task_id,
      leaseEpoch: lease.lease_epoch,
      attempt: lease.task.attempt,
      trace_id: trace.traceId,
    });
    const timeout = new AbortController();
    const minutes = lease.task.max_timeout_in_minutes;
    const timer = setTimeout(() => timeout.abort(new TaskTimeoutError(minutes)), minutes * 60_000);
    const stop = AbortSignal.any([
      held.lost,
      held.cancelled,
      timeout.signal,
      session.ended,
      drained,
    ]);
    refuseReuseAfter(stop, session);
    const known = lease.task.rdp_parameter?.password;
    using secrets = createTaskSecrets(client.reporter(lease, held.lost), {
      log: dependencies.logRedaction,
      known: known === undefined ? [] : [known],
    });
    const { reporter } = secrets;
    // Viewers are cut only after the end is reported, so that the control plane can give them the
    // reason.
    await using _screen = dependencies.screens.show(attemptOf(lease), session);
    try {
      const models = openTaskModels(shared.models, lease.task.model_usage);
      held.followUsage(() => models.report().model_usage);
      const timings = createTimings();
      const parts = { models, reporter, secrets, logger, timings, trace, stop };
      const attempt = { ...shared, ...run, ...parts };
      return await settle(attempt, drained);
    } catch (error) {
      // An aborted reporter call also means that the lease is lost.
      if (!held.lost.aborted && !(error instanceof LeaseLostError)) throw error;
      logger.warn('lease lost', { error: held.lost.reason ?? error });
      return 'closed';
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The browser of a stopped attempt ends with it, which is faster than closing its pages. */
function refuseReuseAfter(stop: AbortSignal, { reuse }: Session): void {
  const refuse = (): void => reuse?.refuse('its task was stopped');
  if (stop.aborted) refuse();
  else stop.addEventListener('abort', refuse, { once: true });
}

function attemptOf({ task_id: taskId, lease_epoch: leaseEpoch }: Lease) {
  return { taskId, leaseEpoch };
}

async function settle(attempt: Attempt, drained: AbortSignal): Promise<SessionOutcome> {
  const { reporter, logger, timings, trace } = attempt;
  logger.info('task started', { endpointName: attempt.lease.task.endpoint_name });
  const memory = attempt.session.memory ?? attempt.memory;
  const killsBefore = memory.countKills();
  const { failure: told, output } = await runWhileWanted(attempt);
  const failure = told && explainCrash(told, memory, killsBefore);
  if (!attempt.stop.aborted && failure?.retry !== 'infrastructure') attempt.session.reuse?.permit();
  const { run: runMs } = timings.milliseconds;
  if (runMs !== undefined) attempt.observer?.runEnded(runMs);
  attempt.held.lost.throwIfAborted();
  attempt.held.beginEnd();
  if (failure && drained.aborted && attempt.stop.reason === drained.reason) {
    await attempt.session.leave();
    await reporter.release('drain', attempt.models.report());
    trace.end({ status: 'released' });
    logger.info('task handed back');
    return 'closed';
  }
  const ended = await timings.measure('report', () =>
    keepSession(attempt, failure, (session) =>
      reportEnd(attempt, failure, { ...output, ...attempt.models.report(), session }),
    ),
  );
  trace.end({ status: ended.status, errorClass: failure?.class });
  logger.info('attempt ended', {
    status: ended.status,
    session: ended.session,
    errorClass: failure?.class,
    milliseconds: timings.milliseconds,
  });
  return ended.session;
}

/**
 * Runs the attempt. When the lease is lost or the task cancelled, its browser ends at once rather
 * than after the reports, because nobody needs its progress.
 */
async function runWhileWanted(attempt: Attempt): ReturnType<typeof runAttempt> {
  const { held, session } = attempt;
  const over = new AbortController();
  const end = (): void => {
    // The owner ends it too, and handles any error.
    session[Symbol.asyncDispose]().then(undefined, () => undefined);
  };
  const unwanted = AbortSignal.any([held.lost, held.cancelled]);
  unwanted.addEventListener('abort', end, { once: true, signal: over.signal });
  try {
    return await runAttempt(attempt);
  } finally {
    over.abort();
  }
}

async function runAttempt(
  attempt: Attempt,
): Promise<{ readonly failure?: Failure; readonly output: FailedOutput }> {
  let output: FailedOutput = NO_OUTPUT;
  const { stop, session, lease } = attempt;
  let causeOf = (error: unknown): unknown => (stop.aborted ? stop.reason : error);
  try {
    const automation = acceptTask(lease, session);
    await attempt.timings.measure('start', () => attempt.reporter.start());
    const result = await attempt.timings.measure('run', () =>
      attempt.recorder.record(attempt, () => executeAttempt(attempt, automation)),
    );
    output = {
      output_data: [...result.outputData],
      for_loop_status: result.forLoopStatus.map((iterations) => [...iterations]),
      checkpoints: result.checkpoints.map(writeCheckpoint),
    };
    // A browser no longer needed ends during the upload; that end must not stop the attempt.
    const { aborted: wasStopped, reason: stopReason } = stop;
    causeOf = (error) => (wasStopped ? stopReason : error);
    const leaving = lease.session ? undefined : session.leave();
    const files = [...resultFiles(result), ...attempt.models.files()];
    const { lost } = attempt.held;
    const uploading = attempt.timings.measure('upload', () =>
      attempt.trace.measure('upload', () =>
        uploadResults(attempt.reporter, files, { signal: lost }),
      ),
    );
    await Promise.all([uploading, leaving]);
    if (result.status === 'success') return { output };
    const reason = result.status === 'failed' ? result.error : result.reason;
    return { failure: describeFailure(reason), output };
  } catch (error) {
    attempt.held.lost.throwIfAborted();
    const reason = causeOf(error);
    attempt.logger.warn('task stopped', { error: reason });
    return { failure: describeFailure(reason), output };
  }
}
