import type { ActionOutcome } from '../action-context.ts';
import { describeAbort, describeFailure, type Failure } from '../describe-failure.ts';
import type { RunFailure, StepEvent } from '../run-events.ts';
import { currentUrl, type RunState } from '../run-state.ts';
import { collectEvidence } from './collect-evidence.ts';

interface Step {
  /** `nodes[3]` */
  readonly path: string;
  readonly kind: string;
}

/**
 * Runs one step and tells of its end. Answers its failure, so that the caller decides what follows;
 * rejects with the signal's reason when the caller aborts the run.
 */
export async function runStep(
  run: RunState,
  { path, kind }: Step,
  execute: () => Promise<ActionOutcome>,
): Promise<RunFailure | undefined> {
  const { dependencies, signal } = run;
  const started = performance.now();
  const startedAt = new Date();
  const sequence = run.nextSequence();
  const emit = (ending: Pick<StepEvent, 'outcome'> & Partial<StepEvent>) =>
    dependencies.onEvent({
      sequence,
      nodePath: path,
      kind,
      startedAt,
      durationMs: performance.now() - started,
      pageUrl: currentUrl(run),
      ...ending,
    });
  try {
    signal.throwIfAborted();
    emit(await execute());
    return undefined;
  } catch (error) {
    const failure = signal.aborted
      ? describeAbort(signal.reason, run.automation)
      : describeFailure(error, run.automation);
    const evidence = signal.aborted ? undefined : await collectEvidence(run);
    emit({ ...describeEnding(failure), ...(evidence ? { evidence } : {}) });
    dependencies.signal.throwIfAborted();
    return { ...failure, nodePath: path, pageUrl: currentUrl(run) };
  }
}

function describeEnding({ class: errorClass, message: errorMessage }: Failure) {
  return { outcome: 'failed', errorClass, errorMessage } as const;
}
