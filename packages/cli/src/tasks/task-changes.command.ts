import type { Errand } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { followToEnd, TIMEOUT_OPTION } from './follow-to-end.ts';
import { UsageError } from '../errors/command-errors.ts';
import { readParameters } from './read-inputs.ts';
import { SECURE_OPTION } from './submission-options.ts';

export const cancelTask = defineCommand({
  name: 'tasks cancel',
  words: ['ID...'],
  summary: 'Cancels tasks. What they have done on web sites stays done.',
  async run({ errand, print, terminal, words }) {
    const { signal } = terminal;
    for (const taskId of words) {
      const { message, task } = await errand().cancel(taskId, { signal });
      print.line({ task_id: task.task_id, status: task.status, message }, () =>
        words.length === 1 ? message : `${task.task_id}  ${message}`,
      );
    }
  },
});

export const retryTask = defineCommand({
  name: 'tasks retry',
  words: ['ID', '[key=value...]'],
  summary:
    "Submits a failed or cancelled task again, with the recording's current version; key=value changes an input.",
  options: {
    'from-failed': {
      summary: 'continue at the node where the task stopped, if the recording says that it is safe',
    },
    from: { value: 'NODE', summary: 'continue at this node, such as nodes[3]' },
    ...SECURE_OPTION,
    wait: { short: 'w', summary: 'wait for the end of the new task' },
    ...TIMEOUT_OPTION,
  },
  async run(call) {
    const { errand, print, terminal } = call;
    if (call.has('timeout') && !call.has('wait')) {
      throw new UsageError('--timeout has no effect without --wait.');
    }
    const { signal } = terminal;
    const [id = '', ...words] = call.words;
    const changes = { ...changesOf(call), ...(await changedInputs(call, words)) };
    const accepted = await errand().retry(id, changes, { signal });
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

type Changes = NonNullable<Parameters<Errand['retry']>[1]>;

/** Inputs that are not named keep their values. */
async function changedInputs(call: Call, words: readonly string[]): Promise<Changes> {
  const { input_parameters: inputs, ...secrets } = await readParameters(call, words);
  return words.length === 0 ? secrets : { input_parameters: inputs, ...secrets };
}

function changesOf(call: Call): Changes {
  const from = call.value('from');
  if (!call.has('from-failed')) return from === undefined ? {} : { from };
  if (from !== undefined) throw new UsageError('Give either --from-failed or --from NODE.');
  return { from: 'failed_node' };
}
