import type { ErrandSchemas } from '@errand/client';
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
 * The list must show one kind of status, so that only shown tasks are changed. `at` is when they
 * were chosen: tasks submitted later, such as the retries themselves, are not retried.
 */
export function matchingTasks(
  { status, sort, order: _order, endpoint_name: name, ...others }: TaskFilters,
  at: Date,
): MatchingTasks {
  // A list sorted by another time leaves out the tasks without one, as no request can.
  if (sort !== undefined) return {};
  const named = name === undefined ? {} : { endpoint_name: name };
  if (status && status in CANCELLED) {
    const statuses = [...CANCELLED[status as keyof typeof CANCELLED]];
    return Object.keys(others).length === 0 ? { cancel: { ...named, statuses } } : {};
  }
  if (!status || !(status in RETRIED)) return {};
  const { recording_id, error_class, created_after, created_before, ...unknown } = others;
  if (Object.keys(unknown).length > 0) return {};
  const statuses = [...RETRIED[status as keyof typeof RETRIED]];
  return {
    retry: {
      ...named,
      statuses,
      ...(recording_id === undefined ? {} : { recording_id }),
      // The URL may name any class; the server refuses unknown ones.
      ...(error_class === undefined ? {} : { error_class }),
      ...(created_after === undefined ? {} : { created_after }),
      created_before: earliest(created_before, at),
    },
  };
}

const earliest = (time: string | undefined, at: Date): string =>
  time !== undefined && Date.parse(time) < at.getTime() ? time : at.toISOString();
