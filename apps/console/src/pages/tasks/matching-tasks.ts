import type { ErrandSchemas } from '@errand/client';
import type { ListedTask } from '../../api/task-list.ts';
import type { StatusFilter, TaskFilters } from './task-filters.ts';

type RetryFilter = ErrandSchemas['RetryByFilter'];
type CancelFilter = ErrandSchemas['CancelByFilter'];

const CANCELLED = {
  open: ['queued', 'allocated', 'running'],
  queued: ['queued'],
  allocated: ['allocated'],
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
  { status, sort, order: _order, ...filters }: TaskFilters,
  at: Date,
): MatchingTasks {
  // A list sorted by another time leaves out the tasks without one, as no request can.
  if (sort !== undefined) return {};
  const created_before = earliest(filters.created_before, at);
  if (status && status in CANCELLED) {
    const { error_class, completed_after, completed_before, ...common } = filters;
    // No open task has these.
    if ((error_class ?? completed_after ?? completed_before) !== undefined) return {};
    const statuses = [...CANCELLED[status as keyof typeof CANCELLED]];
    return { cancel: { ...common, created_before, statuses } };
  }
  const { waiting_for_human, ...common } = filters;
  if (!status || !(status in RETRIED) || waiting_for_human !== undefined) return {};
  const statuses = [...RETRIED[status as keyof typeof RETRIED]];
  // The URL may name any class; the server refuses unknown ones.
  return { retry: { ...common, created_before, statuses } };
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
