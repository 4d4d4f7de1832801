import type { ErrandSchemas } from '@errand/client';
import type { ListedTask } from '../../api/task-list.ts';
import type { StatusFilter, TaskFilters } from './task-filters.ts';

type RetryFilter = ErrandSchemas['RetryByFilter'];
type CancelFilter = ErrandSchemas['CancelByFilter'];

const CANCELLED = {
  open: ['queued', 'allocated', 'running'],
  queued: ['queued'],
  running: ['allocated', 'running'],
} as const satisfies Partial<Record<StatusFilter, CancelFilter['statuses']>>;

const RETRIED = {
  failed: ['failed'],
  cancelled: ['cancelled'],
} as const satisfies Partial<Record<StatusFilter, RetryFilter['statuses']>>;

/** Requests for all tasks that match a list's filters; absent if the API cannot express them. */
export interface MatchingTasks {
  readonly retry?: RetryFilter;
  readonly cancel?: CancelFilter;
}

/**
 * The list must show one kind of status, so that only shown tasks are changed. Tasks submitted at
 * `at` or later, such as the retries themselves, are left unchanged: nobody has seen them.
 */
export function matchingTasks(
  { status, sort, order: _order, endpoint_name: name, ...others }: TaskFilters,
  at: Date,
): MatchingTasks {
  // A list sorted by another time leaves out the tasks without one, as no request can.
  if (sort !== undefined) return {};
  const named = name === undefined ? {} : { endpoint_name: name };
  const { recording_id, error_class, created_after, created_before, ...unknown } = others;
  if (Object.keys(unknown).length > 0) return {};
  const common = {
    ...named,
    ...(created_after === undefined ? {} : { created_after }),
    created_before: earliest(created_before, at),
  };
  if (status && status in CANCELLED) {
    if (recording_id !== undefined || error_class !== undefined) return {};
    return { cancel: { ...common, statuses: [...CANCELLED[status as keyof typeof CANCELLED]] } };
  }
  if (!status || !(status in RETRIED)) return {};
  return {
    retry: {
      ...common,
      statuses: [...RETRIED[status as keyof typeof RETRIED]],
      ...(recording_id === undefined ? {} : { recording_id }),
      // The URL may name any class; the server refuses unknown ones.
      ...(error_class === undefined ? {} : { error_class }),
    },
  };
}

/**
 * Just after the newest task of the list, by the server's clock. A list with the oldest tasks first
 * does not show the newest, so the browser's clock must do.
 */
export function seenUntil({ order }: TaskFilters, tasks: readonly ListedTask[]): Date {
  const [newest] = tasks;
  if (order === 'asc' || !newest?.created_at) return new Date();
  return new Date(Date.parse(newest.created_at) + 1);
}

const earliest = (time: string | undefined, at: Date): string =>
  time !== undefined && Date.parse(time) < at.getTime() ? time : at.toISOString();
