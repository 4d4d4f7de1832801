import type { RunDependencies, RunInputs, RunResult, StepEvent } from '@errand/automation-engine';
import { runAutomation } from '@errand/automation-engine';
import type { Automation } from '@errand/automation-engine/automation';
import { uniqueParametersOf } from './accept-task.ts';
import { createStepStrip } from './artifacts/step-strip.ts';
import type { Attempt } from './attempt.ts';
import { isHandedBack } from './attempt-end.ts';
import { readStart } from './continuation.ts';
import type { Lease } from './control-plane-client.ts';
import { openReplay } from './debug-session/open-replay.ts';
import { runSession } from './debug-session/run-session.ts';
import { createHumanDependencies } from './human-in-the-loop.ts';
import { fetchInputFiles } from './input-files/fetch-input-files.ts';
import { createMessageSource } from './read-messages.ts';
import { withTypedCommands } from './remote-desktop/remote-powershell.ts';
import { createStepReporter } from './step-reporter.ts';

/** Allows or forbids viewers to use mouse and keyboard. */
export function setControl({ lease, screens, session }: Attempt, isOn: boolean): Promise<void> {
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
      // In a debug session, viewers always have control.
      if (!lease.task.debug_session) await setControl(attempt, isOn);
    },
  });
}

/**
 * Runs the automation, or serves the debug session, in the attempt's browser, with its input files,
 * desktop and trace. `onResult` gets the result as soon as there is one, because what follows can
 * fail. Always flushes the steps; the automation stops when a report is refused.
 */
export async function executeAttempt(
  attempt: Attempt,
  automation: Automation,
  onResult: (result: RunResult) => void,
): Promise<void> {
  const { lease, session, isWarm, logger, privateHandlers, egress, reporter } = attempt;
  const { debug_session: debugging } = lease.task;
  const strip = createStepStrip();
  const timeOver = AbortSignal.any([attempt.drained, attempt.storingTime.extrasOver]);
  const waits = { signal: attempt.held.lost, timeOver };
  const steps = createStepReporter(reporter, strip, waits);
  const stop = AbortSignal.any([attempt.stop, steps.refused]);
  const inputs = inputsOf(lease);
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
      ...createListeners(attempt, steps, strip),
      ...createPeople(attempt),
    };
    if (debugging) {
      onResult(await debug(attempt, debugging, { automation, inputs, dependencies }));
      return;
    }
    const result = await runAutomation(automation, inputs, dependencies);
    onResult(result);
    if (!isHandedBack(attempt, result)) await trace?.store(result.status !== 'success');
  } finally {
    // Flush the steps before the end of the attempt is reported, whatever that end is.
    await steps.flush();
  }
}

function inputsOf({ task_id: taskId, task }: Lease): RunInputs {
  const { input_parameters: inputParameters, secure_parameters: secretCounts } = task;
  return { taskId, inputParameters, secretCounts, start: task.start && readStart(task.start) };
}

/** A debug session shows each step while it runs, so no steps are reported here. */
function createListeners(
  attempt: Attempt,
  steps: Pick<ReturnType<typeof createStepReporter>, 'add'>,
  strip: Pick<ReturnType<typeof createStepStrip>, 'picture'>,
): Pick<RunDependencies, 'onEvent' | 'onStepDone'> {
  if (attempt.lease.task.debug_session) return { onEvent: (event) => observe(attempt, event) };
  return {
    onEvent: (event) => {
      steps.add(event);
      observe(attempt, event);
    },
    onStepDone: (step) => strip.picture(step),
  };
}

function observe({ trace, observer }: Attempt, event: StepEvent): void {
  trace.stepEnded(event);
  if (event.outcome !== 'skipped') observer?.stepEnded(event.kind, event.durationMs);
}

async function debug(
  attempt: Attempt,
  { until, replay }: NonNullable<Lease['task']['debug_session']>,
  given: Pick<Parameters<typeof runSession>[0], 'automation' | 'inputs' | 'dependencies'>,
): Promise<RunResult> {
  const { reporter, logger, stop: signal } = attempt;
  const cut = replay && (await openReplay(replay, { ...attempt, signal }));
  const dependencies = { ...given.dependencies, ...cut };
  return runSession({ ...given, dependencies, until, reporter, logger });
}

function openTrace(attempt: Attempt) {
  const { task_id: taskId, task } = attempt.lease;
  return attempt.openPageTrace({ ...attempt, taskId, attempt: task.attempt, mode: task.trace });
}
