import type { RunResult } from '@errand/automation-engine';
import { writeCheckpoint } from './continuation.ts';
import { NO_OUTPUT } from './report-end.ts';
import { describeFailure } from './task-failure.ts';
import type { FailedOutput, Failure } from './task-reporter.ts';

export interface AttemptEnd {
  readonly failure?: Failure;
  readonly output: FailedOutput;
  /** The reason of the signal that stopped the run before its own end. */
  readonly stoppedBy?: unknown;
}

interface Drainable {
  readonly drained: AbortSignal;
  readonly stop: AbortSignal;
  readonly lease: { readonly task: { readonly debug_session?: unknown } };
  /** Whether a released task does not run again. Default: false. */
  readonly isReleaseFinal?: boolean | undefined;
}

interface Circumstances {
  /** The reason of the signal that had stopped the attempt by the end of its run. */
  readonly stopReason: unknown;
  /** What else went wrong, in order. */
  readonly problems: readonly unknown[];
  /** How many files all checkpoints count instead of their own number. Default: their own. */
  readonly fileCount?: number | undefined;
}

/**
 * Returns whether the run was stopped because its worker ends. Then the task goes back immediately:
 * another attempt makes its own files, and a worker that waits to store these may be killed first.
 */
export function isHandedBack(attempt: Drainable, result: RunResult | undefined): boolean {
  const { drained, isReleaseFinal = false, lease, stop } = attempt;
  // A debug session is not continued by another worker.
  if (!drained.aborted || isReleaseFinal || lease.task.debug_session) return false;
  if (!result) return stop.reason === drained.reason;
  return result.status === 'aborted' && result.reason === drained.reason;
}

/**
 * Returns what to report about an attempt. The automation's own end takes precedence over what went
 * wrong after it. A success followed by such a problem fails without a retry, which would repeat
 * on the site what the automation did, such as an order.
 */
export function describeEnd(
  result: RunResult | undefined,
  { stopReason, problems, fileCount }: Circumstances,
): AttemptEnd {
  const [problem] = problems;
  if (!result) {
    const failure = describeFailure(stopReason ?? problem);
    return { failure, output: NO_OUTPUT, stoppedBy: stopReason };
  }
  const output = {
    output_data: [...result.outputData],
    for_loop_status: result.forLoopStatus.map((iterations) => [...iterations]),
    checkpoints: result.checkpoints.map((checkpoint) =>
      writeCheckpoint({ ...checkpoint, fileCount: fileCount ?? checkpoint.fileCount }),
    ),
  };
  if (result.status === 'failed') return { failure: describeFailure(result.error), output };
  if (result.status === 'aborted') {
    const { reason } = result;
    return { failure: describeFailure(reason), output, stoppedBy: reason };
  }
  if (problems.length === 0) return { output };
  return { failure: { ...describeFailure(problem), retry: 'never' }, output };
}
