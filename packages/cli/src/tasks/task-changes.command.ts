import type { Errand } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
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
    'from-failed': {
      summary: 'continue at the node where the task stopped, if the recording says that it is safe',
    },
    from: { value: 'NODE', summary: 'continue at this node, such as nodes[3]' },
    wait: { short: 'w', summary: 'wait for the end of the new task' },
    ...TIMEOUT_OPTION,
  },
  async run(call) {
    const { errand, print, terminal } = call;
    if (call.has('timeout') && !call.has('wait')) {
      throw new UsageError('--timeout has no effect without --wait.');
    }
    const { signal } = terminal;
    const accepted = await errand().retry(call.words[0] ?? '', changesOf(call), { signal });
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

function changesOf(call: Call): Parameters<Errand['retry']>[1] {
  const from = call.value('from');
  if (!call.has('from-failed')) return from === undefined ? {} : { from };
  if (from !== undefined) throw new UsageError('Give either --from-failed or --from NODE.');
  return { from: 'failed_node' };
}
