import type { ErrandSchemas } from '@errand/client';
import type { Call, Options } from '../command/define-command.ts';
import { readChoice, readNumber } from '../command/read-arguments.ts';

const TRACE_MODES = ['off', 'failed', 'all', 'replayable'] as const;

type Submission = ErrandSchemas['SubmitTaskRequest'];

export const SECURE_OPTION: Options = {
  secure: {
    value: 'KEY=REF',
    summary: 'secret in a vault, such as op://VAULT/ITEM/FIELD',
    isList: true,
  },
};

/** Options of a submission that are the same for every row of a CSV file. */
export const SUBMISSION_OPTIONS: Options = {
  ...SECURE_OPTION,
  file: { value: 'PATH', summary: 'file for the task to upload', isList: true },
  unique: { value: 'KEY', summary: 'input that identifies the login', isList: true },
  priority: { value: 'N', summary: 'place in the login queue; lower runs first' },
  minutes: { value: 'N', summary: 'limit of each attempt' },
  'callback-url': { value: 'URL', summary: 'where the result is delivered' },
  trace: { value: 'MODE', summary: 'attempts that leave a trace: off, failed, all or replayable' },
  proxy: { summary: 'run behind the configured proxy' },
};

export function readSubmissionOptions(call: Call): Partial<Submission> {
  const priority = readNumber(call, 'priority', { min: -2_147_483_648, max: 2_147_483_647 });
  const minutes = readNumber(call, 'minutes', { min: 1, max: 1_000_000 });
  const trace = readChoice(call, 'trace', TRACE_MODES);
  const unique = call.list('unique');
  const callbackUrl = call.value('callback-url');
  return {
    ...(unique.length > 0 && { unique_parameter_names: [...unique] }),
    ...(priority !== undefined && { priority }),
    ...(minutes !== undefined && { max_timeout_in_minutes: minutes }),
    ...(callbackUrl !== undefined && { task_callback_url: callbackUrl }),
    ...(trace !== undefined && { trace }),
    ...(call.has('proxy') && { use_proxy: true }),
  };
}
