import type { Logger } from '@errand/app-runtime';
import {
  type DoneStep,
  type PrivateHandlers,
  runAutomation,
  type RunDependencies,
  type RunResult,
} from '@errand/automation-engine';
import type { Automation } from '@errand/automation-engine/automation';
import type { EgressGuard } from '@errand/egress-guard';
import type { Tracing } from '@errand/tracing';
import { acceptTask, uniqueParametersOf } from './accept-task.ts';
import { resultFiles } from './artifacts/result-files.ts';
import { createStepStrip } from './artifacts/step-strip.ts';
import { uploadResults } from './artifacts/upload-results.ts';
import type { Session } from './browser/session.ts';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';
import { openReplay } from './debug-session/open-replay.ts';
import { runSession } from './debug-session/run-session.ts';
import { explainCrash } from './explain-crash.ts';
import type { HeldLease } from './held-lease.ts';
import { fetchInputFiles } from './input-files/fetch-input-files.ts';
import { withTypedCommands } from './remote-desktop/remote-powershell.ts';
import { createHumanDependencies } from './human-in-the-loop.ts';
import { keepSession } from './keep-session.ts';
import { describeFailure, TaskTimeoutError } from './task-failure.ts';
import type { FailedOutput, Failure, TaskReporter } from './task-reporter.ts';
import type { Recorder } from './recording/create-recorder.ts';
import type { OpenPageTrace } from './recording/trace-pages.ts';
import type { RunnerObserver } from './runner-observer.ts';
import type { Screens } from './screens/screens.ts';
import type { LogRedaction } from './secrets/log-redaction.ts';
import { createTaskSecrets, type TaskSecrets } from './secrets/task-secrets.ts';
import type { MemoryGroup } from './memory-group.ts';
import { createMessageSource } from './read-messages.ts';
import { NO_OUTPUT, reportEnd } from './report-end.ts';
import { createStepReporter } from './step-reporter.ts';
import type { ModelConfig } from './models/model-settings.ts';
import { openTaskModels, type TaskModels } from './models/task-models.ts';
import { readStart, writeCheckpoint } from './continuation.ts';
import { createTimings, type Timings } from './timings.ts';
import { type AttemptTrace, traceAttempt } from './trace-attempt.ts';
import type { WarmSessions } from './warm-sessions.ts';

export interface RunnerDependencies {
  readonly client: Pick<ControlPlaneClient, 'reporter'>;
  readonly warmSessions: Pick<WarmSessions, 'keep'>;
  readonly screens: Pick<Screens, 'show' | 'setControl'>;
  readonly recorder: Recorder;
  /** Records what the pages of an attempt show. */
  readonly openPageTrace: OpenPageTrace;
  readonly privateHandlers: PrivateHandlers;
  /** Makes the requests of tasks that do not go through a browser. */
  readonly egress: EgressGuard;
  /** Undefined: steps that ask a model fail. */
  readonly models?: ModelConfig | undefined;
  /**
   * Runs the scripts and shell commands of tasks; on a remote desktop the commands are typed there.
   */
  readonly scripts: Required<Pick<RunDependencies, 'powershell' | 'scripts'>>;
  readonly memory: MemoryGroup;
  /** Redacts the secrets of running tasks in the log of the whole process. */
  readonly logRedaction: LogRedaction;
  /** Default: none. */
  readonly observer?: Pick<RunnerObserver, 'stepEnded' | 'runEnded'> | undefined;
  /** Records spans of attempts. Default: none. */
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

/** A task and the browser that it runs in. */
export interface LeasedRun {
  readonly lease: Lease;
  readonly held: HeldLease;
  readonly session: Session;
  /** Whether an earlier task of the same login left this browser. */
  readonly isWarm: boolean;
}

/** `kept`: the warm sessions now own the session; `closed`: the caller has to end it. */
type SessionOutcome = 'kept' | 'closed';

/** One leased task on one browser, from start to report. */
interface Attempt extends LeasedRun, Omit<RunnerDependencies, 'client' | 'models'> {
  readonly models: TaskModels;
  readonly reporter: TaskReporter;
  readonly secrets: TaskSecrets;
  readonly timings: Timings;
  readonly trace: AttemptTrace;
  /** Stop: cancelled, timed out, lease lost, browser gone or handed back. */
  readonly stop: AbortSignal;
}

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
      attempt.recorder.record(attempt, () => execute(attempt, automation)),
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

/** Allows or forbids viewers to use mouse and keyboard. */
function setControl({ lease, screens, session }: Attempt, isOn: boolean): Promise<void> {
  // A person can change what no automation can, such as the zoom of a site.
  if (isOn) session.reuse?.refuse('a person could use it');
  return screens.setControl(lease.task_id, lease.lease_epoch, isOn);
}

function createPeople(attempt: Attempt): ReturnType<typeof createHumanDependencies> {
  const { reporter, stop, logger, lease } = attempt;
  return createHumanDependencies({
    reporter,
    stop,
    logger,
    async setControl(isOn) {
      // In a debug session viewers always have it.
      if (!lease.task.debug_session) await setControl(attempt, isOn);
    },
  });
}

async function execute(attempt: Attempt, automation: Automation): Promise<RunResult> {
  const { lease, session, isWarm, stop, logger, privateHandlers, egress, reporter } = attempt;
  const { debug_session: debugging } = lease.task;
  const strip = createStepStrip();
  const steps = createStepReporter(reporter, strip, attempt.held.lost);
  const { input_parameters: inputParameters, secure_parameters: secretCounts } = lease.task;
  const start = lease.task.start && readStart(lease.task.start);
  const inputs = { taskId: lease.task_id, inputParameters, secretCounts, start };
  try {
    const directory = session.inputsDirectory;
    await using inputFiles = await attempt.timings.measure('inputs', () =>
      fetchInputFiles(lease, { reporter, directory, signal: stop }),
    );
    // A remote desktop has no page, and a debug session shows each step when it runs.
    await using trace = session.page && !debugging ? await openTrace(attempt) : undefined;
    await using desktop = await attempt.timings.measure('desktop', () => session.openDesktop(stop));
    const dependencies: RunDependencies = {
      isPageKept: isWarm,
      signal: stop,
      downloadsDirectory: session.downloadsDirectory,
      inputFiles: inputFiles.files,
      logger,
      privateHandlers,
      egress,
      connectionProblem: session.problemOf,
      trace: trace?.file,
      ...attempt.models.dependencies,
      ...attempt.scripts,
      ...(session.page ? { page: session.page, desktop } : withTypedCommands(desktop, stop)),
      uniqueParameters: uniqueParametersOf(lease),
      secrets: attempt.secrets.resolver,
      messages: createMessageSource(reporter),
      onEvent: (event) => {
        if (!debugging) steps.add(event);
        attempt.trace.stepEnded(event);
        if (event.outcome !== 'skipped') attempt.observer?.stepEnded(event.kind, event.durationMs);
      },
      ...(!debugging && { onStepDone: (step: DoneStep) => strip.picture(step) }),
      ...createPeople(attempt),
    };
    if (debugging) {
      return await debug(attempt, debugging, { automation, inputs, dependencies });
    }
    const result = await runAutomation(automation, inputs, dependencies);
    await trace?.store(result.status !== 'success');
    return result;
  } finally {
    // Flush the steps before the end of the attempt is reported, whatever that end is.
    await steps.flush();
  }
}

async function debug(
  attempt: Attempt,
  { until, replay }: NonNullable<Lease['task']['debug_session']>,
  given: Pick<Parameters<typeof runSession>[0], 'automation' | 'inputs' | 'dependencies'>,
): Promise<RunResult> {
  const { reporter, logger, stop: signal } = attempt;
  await setControl(attempt, true);
  const cut = replay && (await openReplay(replay, { ...attempt, signal }));
  const dependencies = { ...given.dependencies, ...cut };
  return runSession({ ...given, dependencies, until, reporter, logger });
}

function openTrace(attempt: Attempt) {
  const { task_id: taskId, task } = attempt.lease;
  return attempt.openPageTrace({ ...attempt, taskId, attempt: task.attempt, mode: task.trace });
}
