import type { Logger } from '@errand/app-runtime';
import { ReportRefusedError } from './control-plane-errors.ts';
import { describeFailure } from './task-failure.ts';
import type { FailedOutput, Failure, Output, TaskReporter } from './task-reporter.ts';

/** What an attempt that stopped early has produced. */
export const NO_OUTPUT: Output = { output_data: [], for_loop_status: [] };

interface EndReporting {
  readonly reporter: Pick<TaskReporter, 'complete' | 'fail'>;
  readonly logger: Logger;
  /** Whether the caller repeats a report that may be accepted later. Default: false. */
  readonly canWait?: boolean;
}

/**
 * Reports how an attempt ended. A refused report must not cost the lease. A refused failure is sent
 * again without what the attempt produced, so that its class and its retry stay; a refused result
 * (too large, for example) fails the task with that reason.
 */
export async function reportEnd(
  { reporter, logger, canWait = false }: EndReporting,
  failure: Failure | undefined,
  { checkpoints = [], ...output }: FailedOutput,
): Promise<{ readonly status: string }> {
  // The session outcome stays as reported: its browser may still be running.
  const bare = { ...output, ...NO_OUTPUT, session: output.session ?? 'closed' };
  const reports = failure
    ? [() => reporter.fail(failure, { ...output, checkpoints }), () => reporter.fail(failure, bare)]
    : [() => reporter.complete(output)];
  let refusal: unknown;
  for (const report of reports) {
    try {
      return await report();
    } catch (error) {
      if (!(error instanceof ReportRefusedError) || (canWait && error.isPassing)) throw error;
      logger.error('end of the attempt refused', { error });
      refusal = error;
    }
  }
  return reporter.fail(describeFailure(refusal), bare);
}
