import { dataOf } from '@errand/client';
import { defineCommand } from '../command/define-command.ts';
import { followToEnd, TIMEOUT_OPTION } from './follow-to-end.ts';
import { UsageError } from '../errors/command-errors.ts';

export const cancelTask = defineCommand({
  name: 'tasks cancel',
  words: ['ID...'],
  summary: 'Cancels tasks. What they have done on web sites stays done.',
  async run({ errand, print, terminal, words }) {
    const { signal } = terminal;
    for (const taskId of words) {
      const { message, task } = await errand().cancel(taskId, { signal });
      print.line({ task_id: task.task_id, status: task.status, message }, () => message);
    }
  },
});

export const retryTask = defineCommand({
  name: 'tasks retry',
  words: ['ID'],
  summary: "Submits a failed or cancelled task again, with the recording's current version.",
  options: {
    wait: { short: 'w', summary: 'wait for the end of the new task' },
    ...TIMEOUT_OPTION,
  },
  async run(call) {
    const { errand, print, terminal } = call;
    if (call.has('timeout') && !call.has('wait')) {
      throw new UsageError('--timeout has no effect without --wait.');
    }
    const params = { path: { task_id: call.words[0] ?? '' } };
    const { signal } = terminal;
    const accepted = await dataOf(
      errand().api.POST('/api/v1/tasks/{task_id}/retry', { params, signal }),
    );
    const { task_id: taskId } = accepted;
    if (call.has('wait')) {
      print.note(`Task ${taskId} is submitted.`);
      return followToEnd(call, taskId);
    }
    print.result(accepted, () => taskId);
    print.note(`Follow it: errand logs -f ${taskId}`);
    return undefined;
  },
});
