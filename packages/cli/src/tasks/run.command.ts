import { UsageError } from '../errors/command-errors.ts';
import { defineCommand, type Call } from '../command/define-command.ts';
import type { ExitCode } from '../command/exit-codes.ts';
import { openLivePage } from './live.command.ts';
import { checkTimeout, followToEnd, TIMEOUT_OPTION } from './follow-to-end.ts';
import { readInputs } from './read-inputs.ts';
import { runRows } from './run-rows.ts';
import { readSubmissionOptions, SUBMISSION_OPTIONS } from './submission-options.ts';

export const run = defineCommand({
  name: 'run',
  words: ['NAME', '[key=value...]'],
  summary: 'Submits a task of the recording NAME; key=@FILE and key=@- read the value.',
  options: {
    wait: { short: 'w', summary: 'wait for the end; exit code 3 unless the task succeeds' },
    open: { summary: 'open the live page of the task' },
    csv: { value: 'FILE', summary: 'submit a task for each row; the header names the inputs' },
    'idempotency-key': {
      value: 'KEY',
      summary: 'the same key does not create a second task for 24 hours',
    },
    ...TIMEOUT_OPTION,
    ...SUBMISSION_OPTIONS,
  },
  async run(call) {
    const [name = '', ...words] = call.words;
    checkTimeout(call);
    const submission = {
      endpoint_name: name,
      ...(await readInputs(call, words)),
      ...readSubmissionOptions(call),
    };
    const csv = call.value('csv');
    if (csv === undefined) return runOne(call, submission);
    if (call.has('open'))
      throw new UsageError('--open cannot be combined with --csv: run one task.');
    return runRows(call, submission, csv);
  },
});

async function runOne(
  call: Call,
  submission: Parameters<ReturnType<Call['errand']>['submit']>[0],
): Promise<ExitCode | void> {
  const { errand, print, terminal } = call;
  const idempotencyKey = call.value('idempotency-key');
  const accepted = await errand().submit(submission, { idempotencyKey, signal: terminal.signal });
  const { task_id: taskId } = accepted;
  if (call.has('open')) await openLivePage(call, taskId);
  if (call.has('wait')) return followToEnd(call, taskId);
  print.result(accepted, () => taskId);
  print.note(`Follow it: errand logs -f ${taskId}`);
}
