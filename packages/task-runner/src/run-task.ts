import type { RunResult } from '@errand/automation-engine';
import { acceptTask } from './accept-task.ts';
import { type AttemptEnd, describeEnd, isHandedBack } from './attempt-end.ts';
import { resultFiles } from './artifacts/result-files.ts';
import { openStoringTime } from './artifacts/storing-time.ts';
import { uploadResults } from './artifacts/upload-results.ts';
import type { Attempt, LeasedRun, RunnerDependencies } from './attempt.ts';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';
import { executeAttempt, setControl } from './execute-attempt.ts';
import { explainCrash } from './explain-crash.ts';
import { keepSession } from './keep-session.ts';
import { openTaskModels } from './models/task-models.ts';
import { reportEnd } from './report-end.ts';
import { createTaskSecrets } from './secrets/task-secrets.ts';
import { TaskTimeoutError } from './task-failure.ts';
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
    const endings = [held.lost, held.cancelled, timeout.signal];
    const stop = AbortSignal.any([...endings, session.ended, drained]);
    const over = new AbortController();
    refuseReuseAfter(stop, session, over.signal);
    const known = lease.task.rdp_parameter?.password;
    using secrets = createTaskSecrets(client.reporter(lease, held.lost), {
      log: dependencies.logRedaction,
      known: known === undefined ? [] : [known],
    });
    const { reporter } = secrets;
    const { storingMs } = dependencies;
    const { cancelled } = held;
    using storingTime = openStoringTime({ drained, cancelled, storingMs, task: lease.task });
    // Viewers are disconnected after the end is reported, so the control plane can give them the
    // reason.
    await using _screen = dependencies.screens.show(attemptOf(lease), session);
    try {
      const models = openTaskModels(shared.models, lease.task.model_usage);
      held.followUsage(() => models.report().model_usage);
      const timings = createTimings();
      const signals = { stop, drained, storingTime };
      const parts = { models, reporter, secrets, logger, timings, trace };
      return await settle({ ...shared, ...run, ...parts, ...signals });
    } catch (error) {
      // An aborted reporter call also means that the lease is lost.
      if (!held.lost.aborted && !(error instanceof LeaseLostError)) throw error;
      logger.warn('lease lost', { error: held.lost.reason ?? error });
      return 'closed';
    } finally {
      over.abort();
      clearTimeout(timer);
    }
  };
}

/** A stopped attempt ends its browser, which is faster than closing the pages. */
function refuseReuseAfter(stop: AbortSignal, { reuse }: Session, over: AbortSignal): void {
  const refuse = (): void => reuse?.refuse('its task was stopped');
  if (stop.aborted) refuse();
  else stop.addEventListener('abort', refuse, { once: true, signal: over });
}

function attemptOf({ task_id: taskId, lease_epoch: leaseEpoch }: Lease) {
  return { taskId, leaseEpoch };
}

async function settle(attempt: Attempt): Promise<SessionOutcome> {
  const { drained, reporter, logger, timings, trace } = attempt;
  logger.info('task started', { endpointName: attempt.lease.task.endpoint_name });
  const memory = attempt.session.memory ?? attempt.memory;
  const killsBefore = memory.countKills();
  const { failure: told, output, stoppedBy } = await runWhileWanted(attempt);
  const failure = told && explainCrash(told, memory, killsBefore);
  // A refused report stops only the run: what it had begun may still continue in the browser.
  const stop = stoppedBy === undefined ? attempt.stop : AbortSignal.abort(stoppedBy);
  if (!stop.aborted && failure?.retry !== 'infrastructure') attempt.session.reuse?.permit();
  const { run: runMs } = timings.milliseconds;
  if (runMs !== undefined) attempt.observer?.runEnded(runMs);
  attempt.held.lost.throwIfAborted();
  attempt.held.beginEnd();
  if (drained.aborted && stoppedBy === drained.reason) {
    await attempt.session.leave();
    await reporter.release('drain', attempt.models.report());
    trace.end({ status: 'released' });
    logger.info('task handed back');
    return 'closed';
  }
  const ended = await timings.measure('report', () =>
    keepSession({ ...attempt, stop }, failure, (session) =>
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
 * Runs the attempt. When the lease is lost or the task cancelled, its browser ends immediately
 * rather than after the reports, because nobody needs its progress.
 */
async function runWhileWanted(attempt: Attempt): Promise<AttemptEnd> {
  const { held, session } = attempt;
  const over = new AbortController();
  const when = (unwanted: AbortSignal, end: () => Promise<void>): void => {
    // The owner ends the session too, and handles any error.
    const run = () => void end().then(undefined, () => undefined);
    unwanted.addEventListener('abort', run, { once: true, signal: over.signal });
  };
  when(held.lost, async () => session[Symbol.asyncDispose]());
  // The files of a cancelled run are still to be stored. This listener runs before those of `stop`,
  // so it refuses the reuse itself: only then does the session end its browser at once.
  when(held.cancelled, () => {
    session.reuse?.refuse('its task was cancelled');
    return session.leave();
  });
  try {
    return await runAttempt(attempt);
  } finally {
    over.abort();
  }
}

/**
 * Runs the automation and stores its files. Whatever goes wrong after the automation has ended does
 * not change its result.
 */
async function runAttempt(attempt: Attempt): Promise<AttemptEnd> {
  const { held, logger, stop } = attempt;
  const run: { result?: RunResult } = {};
  const problems: unknown[] = [];
  const note = (error: unknown): void => {
    held.lost.throwIfAborted();
    logger.warn('task stopped', { error });
    problems.push(error);
  };
  await execute(attempt, run).catch(note);
  // The run is over: what fires during the upload does not change how it ended.
  const stopReason: unknown = stop.reason;
  let fileCount: number | undefined;
  if (run.result && !isHandedBack(attempt, run.result)) {
    await storeFiles(attempt, run.result).catch((error: unknown) => {
      note(error);
      // A task that continues this one must not count files as downloaded that are not stored
      // anywhere.
      fileCount = attempt.lease.task.start?.file_count ?? 0;
    });
  }
  return describeEnd(run.result, { stopReason, problems, fileCount });
}

/** Notes the result as soon as there is one, because what follows can fail. */
async function execute(attempt: Attempt, run: { result?: RunResult }): Promise<void> {
  const { lease, recorder, reporter, session, timings } = attempt;
  const automation = acceptTask(lease, session);
  // Once the start is reported, viewers of a session get tickets to control it.
  if (lease.task.debug_session) await setControl(attempt, true);
  await timings.measure('start', () => reporter.start());
  await timings.measure('run', () =>
    recorder.record({ ...attempt, isWanted: () => !isHandedBack(attempt, run.result) }, () =>
      executeAttempt(attempt, automation, (result) => {
        run.result = result;
      }),
    ),
  );
}

async function storeFiles(attempt: Attempt, result: RunResult): Promise<void> {
  const { held, lease, models, reporter, session, storingTime, timings, trace } = attempt;
  const leaving = lease.session ? undefined : session.leave();
  const files = [...resultFiles(result), ...models.files()];
  const signals = { signal: held.lost, timeOver: storingTime.resultsOver };
  const uploading = timings.measure('upload', () =>
    trace.measure('upload', () => uploadResults(reporter, files, signals)),
  );
  await Promise.all([uploading, leaving]);
}
