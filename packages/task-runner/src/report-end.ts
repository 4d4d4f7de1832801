import type { Logger } from '@errand/app-runtime';
import { ReportRefusedError } from './control-plane-errors.ts';
import type { TaskModels } from './models/task-models.ts';
import { describeFailure } from './task-failure.ts';
import type { FailedOutput, Failure, Output, TaskReporter } from './task-reporter.ts';

/** What an attempt that stopped early has produced. */
export const NO_OUTPUT: Output = { output_data: [], for_loop_status: [] };

interface EndReporting {
  readonly reporter: Pick<TaskReporter, 'complete' | 'fail'>;
  readonly models: Pick<TaskModels, 'report'>;
  readonly logger: Logger;
}

/**
 * Reports how an attempt ended. A refused result (too large, for example) must not cost the lease:
 * the task then fails with that reason.
 */
export async function reportEnd(
  { reporter, models, logger }: EndReporting,
  failure: Failure | undefined,
  { checkpoints = [], ...output }: FailedOutput,
): Promise<{ readonly status: string }> {
  try {
    return await (failure
      ? reporter.fail(failure, { ...output, checkpoints })
      : reporter.complete(output));
  } catch (error) {
    if (!(error instanceof ReportRefusedError)) throw error;
    logger.error('result refused', { error });
    // The session outcome stays as reported: its browser may still be running.
    const { session = 'closed' } = output;
    return reporter.fail(describeFailure(error), { ...NO_OUTPUT, ...models.report(), session });
  }
}
