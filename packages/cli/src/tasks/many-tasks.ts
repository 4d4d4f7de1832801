import type { ErrandSchemas } from '@errand/client';
import type { Call, Options } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { UsageError } from '../errors/command-errors.ts';
import { parsePast } from './times.ts';

type RetryFilter = ErrandSchemas['RetryByFilter'];
type CancelFilter = ErrandSchemas['CancelByFilter'];

const NAME_OPTION: Options = {
  name: { value: 'NAME', summary: 'instead of IDs: tasks of this recording' },
};

export const CANCEL_FILTER_OPTIONS: Options = {
  status: {
    value: 'STATUS,...',
    summary: 'instead of IDs: open tasks in one of these states: queued, allocated, running',
  },
  ...NAME_OPTION,
  since: {
    value: 'TIME',
    summary: 'instead of IDs: tasks submitted since then: 30m, 12h, 7d or an ISO time',
  },
  before: {
    value: 'TIME',
    summary: 'instead of IDs: tasks submitted before then, such as when you listed them',
  },
};

export const RETRY_FILTER_OPTIONS: Options = {
  status: {
    value: 'STATUS,...',
    summary: 'instead of an ID: tasks in one of these states: failed (the default), cancelled',
  },
  ...NAME_OPTION,
  'error-class': { value: 'CLASS', summary: 'instead of an ID: tasks of this error class' },
  since: {
    value: 'TIME',
    summary: 'instead of an ID: tasks submitted since then: 30m, 12h, 7d or an ISO time',
  },
  before: {
    value: 'TIME',
    summary: 'tasks submitted before then; without it, retries are left out',
  },
};

/** Returns undefined without any of the options. Throws UsageError. */
export function cancelFilterOf(call: Call): CancelFilter | undefined {
  if (!Object.keys(CANCEL_FILTER_OPTIONS).some((option) => call.has(option))) return undefined;
  const [statuses, name] = [call.value('status'), call.value('name')];
  const [after, before] = [readPast(call, 'since'), readPast(call, 'before')];
  return {
    // The server refuses unknown values and names the known ones.
    ...(statuses !== undefined && {
      statuses: statuses.split(',') as NonNullable<CancelFilter['statuses']>,
    }),
    ...(name !== undefined && { endpoint_name: name }),
    ...(after !== undefined && { created_after: after }),
    ...(before !== undefined && { created_before: before }),
  };
}

/** Returns undefined without any of the options. Throws UsageError. */
export function retryFilterOf(call: Call): RetryFilter | undefined {
  if (!Object.keys(RETRY_FILTER_OPTIONS).some((option) => call.has(option))) return undefined;
  const [name, errorClass] = [call.value('name'), call.value('error-class')];
  const [after, before] = [readPast(call, 'since'), readPast(call, 'before')];
  const statuses = (call.value('status') ?? 'failed').split(',') as RetryFilter['statuses'];
  return {
    statuses,
    ...(name !== undefined && { endpoint_name: name }),
    ...(errorClass !== undefined && {
      error_class: errorClass,
    }),
    ...(after !== undefined && { created_after: after }),
    ...(before !== undefined && { created_before: before }),
  };
}

/** Returns a past time from an option; undefined without it. Throws UsageError. */
export function readPast(call: Call, option: string): string | undefined {
  const given = call.value(option);
  if (given === undefined) return undefined;
  const time = parsePast(given);
  if (time !== undefined) return time;
  throw new UsageError(
    `--${option} is "${given}": specify 30m, 12h, 7d or a time such as 2026-03-01.`,
  );
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
