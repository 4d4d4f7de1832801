import { checkSubmission } from '../tasks/check-submission.ts';
import { prepareSubmission, type PrepareDependencies } from '../tasks/prepare-submission.ts';
import type { ScheduledTask } from './schedule.ts';

/**
 * Checks the task of a schedule as if it were submitted now. Throws what a submission throws, with
 * paths that begin with `task`.
 */
export async function checkScheduledTask(
  dependencies: PrepareDependencies,
  accountId: string,
  task: ScheduledTask,
): Promise<void> {
  checkSubmission(task, ['body', 'task']);
  await prepareSubmission(task, dependencies, { accountId, isLocal: false });
}
