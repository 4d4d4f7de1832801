import type { ErrandSchemas } from '@errand/client';
import type { Call, Options } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { filterOptions, readTaskFilter } from './task-filter.ts';

type RetryFilter = ErrandSchemas['RetryByFilter'];
type CancelFilter = ErrandSchemas['CancelByFilter'];

export const CANCEL_FILTER_OPTIONS: Options = {
  status: {
    value: 'STATUS,...',
    summary: 'instead of IDs: open tasks in one of these states: queued, allocated, running',
  },
  'waiting-for-human': { summary: 'instead of IDs: tasks that are waiting for a person' },
  ...filterOptions('instead of IDs:'),
};

export const RETRY_FILTER_OPTIONS: Options = {
  status: {
    value: 'STATUS,...',
    summary: 'instead of an ID: tasks in one of these states: failed (the default), cancelled',
  },
  'error-class': { value: 'CLASS', summary: 'instead of an ID: tasks of this error class' },
  ...filterOptions('instead of an ID:'),
  before: {
    value: 'TIME',
    summary: 'tasks submitted before then; without it, retries are left out',
  },
};

/** Returns undefined without any of the options. Throws UsageError. */
export function cancelFilterOf(call: Call): CancelFilter | undefined {
  if (!Object.keys(CANCEL_FILTER_OPTIONS).some((option) => call.has(option))) return undefined;
  const statuses = call.value('status');
  return {
    // The server refuses unknown values and names the known ones.
    ...(statuses !== undefined && {
      statuses: statuses.split(',') as NonNullable<CancelFilter['statuses']>,
    }),
    ...(call.has('waiting-for-human') && { waiting_for_human: true }),
    ...readTaskFilter(call),
  };
}

/** Returns undefined without any of the options. Throws UsageError. */
export function retryFilterOf(call: Call): RetryFilter | undefined {
  if (!Object.keys(RETRY_FILTER_OPTIONS).some((option) => call.has(option))) return undefined;
  const errorClass = call.value('error-class');
  const statuses = (call.value('status') ?? 'failed').split(',') as RetryFilter['statuses'];
  return {
    statuses,
    ...(errorClass !== undefined && { error_class: errorClass }),
    ...readTaskFilter(call),
  };
}

/** Cancels the matching tasks, and prints a line for each. */
export async function cancelMatching(call: Call, filter: CancelFilter): Promise<void> {
  const { errand, print, terminal } = call;
  const answer = await errand().cancelTasks(filter, {
    signal: terminal.signal,
    onPart({ results }) {
      for (const result of results) {
        print.line(result, () => `${result.task_id}  ${result.outcome.replaceAll('_', ' ')}`);
      }
    },
  });
  const { cancelled_count: cancelled, cancel_requested_count: requested } = answer;
  print.note(`${cancelled} waiting tasks are cancelled, ${requested} running ones are stopped.`);
}

/** Retries the matching tasks, and prints a line for each. A refusal makes the exit code 1. */
export async function retryMatching(call: Call, request: RetryFilter): Promise<ExitCode> {
  const { errand, print, terminal } = call;
  const answer = await errand().retryTasks(request, {
    signal: terminal.signal,
    onPart({ results }) {
      for (const result of results) {
        print.line(result, () => `${result.retry_of}  ${describeRetry(result)}`);
      }
    },
  });
  const { retried_count: retried, already_retried_count: known, refused_count: refused } = answer;
  print.note(`${retried} tasks are submitted again, ${known} had a retry, ${refused} are refused.`);
  return refused > 0 ? EXIT.failed : EXIT.done;
}

function describeRetry({ outcome, task_id: id, error }: ErrandSchemas['RetryResult']): string {
  if (outcome === 'retried') return `submitted again as ${String(id)}`;
  if (outcome === 'already_retried') return `already submitted again as ${String(id)}`;
  return `refused: ${error?.message ?? ''}`;
}
