import { type Errand, ErrandError } from '@errand/client';
import { EXIT } from '../command/exit-codes.ts';
import { type Call, defineCommand } from '../command/define-command.ts';
import { LARGEST_VERSION, readNumber } from '../command/read-arguments.ts';
import { checkTimeout, followToEnd, TIMEOUT_OPTION } from './follow-to-end.ts';
import { UsageError } from '../errors/command-errors.ts';
import {
  CANCEL_FILTER_OPTIONS,
  cancelFilterOf,
  cancelMatching,
  RETRY_FILTER_OPTIONS,
  retryFilterOf,
  retryMatching,
} from './many-tasks.ts';
import { readParameters } from './read-inputs.ts';
import { SECURE_OPTION } from './submission-options.ts';

export const cancelTask = defineCommand({
  name: 'tasks cancel',
  words: ['[ID...]'],
  summary:
    'Cancels these tasks, or all that match. What they have done on web sites is not undone.',
  options: CANCEL_FILTER_OPTIONS,
  async run(call) {
    const { errand, print, terminal, words } = call;
    const filter = cancelFilterOf(call);
    if ((filter === undefined) === (words.length === 0)) {
      throw new UsageError('Give either IDs or a filter: errand tasks cancel --help lists them.');
    }
    if (filter) return cancelMatching(call, filter);
    const { signal } = terminal;
    if (words.length === 1) {
      const { message, task } = await errand().cancel(words[0] ?? '', { signal });
      print.line({ task_id: task.task_id, status: task.status, message }, () => message);
      return EXIT.done;
    }
    const refusals: number[] = [];
    for (const taskId of words) {
      const { status, message, refusal } = await cancelOne(errand(), taskId, signal);
      if (refusal !== undefined) refusals.push(refusal);
      print.line({ task_id: taskId, status, message }, () => `${taskId}  ${message}`);
    }
    if (refusals.length === 0) return EXIT.done;
    const areAllUnknown =
      refusals.length === words.length && refusals.every((refusal) => refusal === 404);
    return areAllUnknown ? EXIT.notFoundOrDenied : EXIT.failed;
  },
});

/**
 * One task that cannot be cancelled does not prevent the others from being cancelled; its status is
 * null.
 */
async function cancelOne(errand: Errand, taskId: string, signal: AbortSignal) {
  try {
    const { message, task } = await errand.cancel(taskId, { signal });
    return { status: task.status, message, refusal: undefined };
  } catch (error) {
    const isOfTask = error instanceof ErrandError && (error.status === 404 || error.status === 409);
    if (!isOfTask) throw error;
    return { status: null, message: error.message, refusal: error.status };
  }
}

export const retryTask = defineCommand({
  name: 'tasks retry',
  words: ['[ID]', '[key=value...]'],
  summary:
    "Submits a failed or cancelled task again, or all that match, with the recording's current version; key=value changes an input.",
  options: {
    'from-failed': {
      summary: 'continue at the node where the task stopped, if the recording says that it is safe',
    },
    from: { value: 'NODE', summary: 'continue at this node, such as nodes[3]' },
    version: {
      value: 'N',
      summary: 'use this version of the recording (default: the current one)',
    },
    ...SECURE_OPTION,
    wait: { short: 'w', summary: 'wait for the end of the new task' },
    ...TIMEOUT_OPTION,
    ...RETRY_FILTER_OPTIONS,
  },
  async run(call) {
    const { errand, print, terminal } = call;
    checkTimeout(call);
    const filter = retryFilterOf(call);
    if (filter) return retryAll(call, filter);
    const { signal } = terminal;
    const [id, ...words] = call.words;
    if (id === undefined) {
      throw new UsageError('Give an ID or a filter: errand tasks retry --help lists them.');
    }
    const changes = { ...changesOf(call), ...(await changedInputs(call, words)) };
    const accepted = await errand().retry(id, changes, { signal });
    const { task_id: taskId } = accepted;
    if (call.has('wait')) return followToEnd(call, taskId);
    print.result(accepted, () => taskId);
    print.note(`Follow it: errand logs -f ${taskId}`);
    return undefined;
  },
});

type Changes = NonNullable<Parameters<Errand['retry']>[1]>;

async function retryAll(call: Call, filter: Parameters<typeof retryMatching>[1]) {
  const id = call.words.find((word) => !word.includes('='));
  if (id !== undefined) {
    throw new UsageError(`Give either the ID "${id}" or a filter: a filter chooses the tasks.`);
  }
  if (call.has('wait')) throw new UsageError('--wait has no effect with a filter.');
  const changes = { ...changesOf(call), ...(await changedInputs(call, call.words)) };
  return retryMatching(call, { ...filter, changes });
}

/** Inputs that the command does not name keep their values. */
async function changedInputs(call: Call, words: readonly string[]): Promise<Changes> {
  const { input_parameters: inputs, ...secrets } = await readParameters(call, words);
  return words.length === 0 ? secrets : { input_parameters: inputs, ...secrets };
}

function changesOf(call: Call): Changes {
  const from = call.value('from');
  const number = readNumber(call, 'version', { min: 1, max: LARGEST_VERSION });
  const version = number === undefined ? {} : { version: number };
  if (!call.has('from-failed')) return from === undefined ? version : { from, ...version };
  if (from !== undefined) throw new UsageError('Give either --from-failed or --from NODE.');
  return { from: 'failed_node', ...version };
}
