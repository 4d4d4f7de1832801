import type { TaskQuery } from '../../api/task-list.ts';

export type StatusFilter = 'open' | 'queued' | 'running' | 'success' | 'failed' | 'cancelled';

/** Query parameters of the list's URL. */
export interface TaskFilters {
  readonly status?: StatusFilter;
  readonly endpoint_name?: string;
  readonly recording_id?: string;
  readonly workspace_id?: string;
  readonly schedule_id?: string;
  readonly login_queue?: string;
  readonly error_class?: string;
  readonly q?: string;
  readonly sort?: 'started' | 'completed' | 'duration';
}

const STATUSES = {
  open: ['queued', 'allocated', 'running'],
  queued: ['queued'],
  running: ['allocated', 'running'],
  success: ['success'],
  failed: ['failed'],
  cancelled: ['cancelled'],
} as const satisfies Record<StatusFilter, TaskQuery['status']>;

const TEXTS = [
  'endpoint_name',
  'recording_id',
  'workspace_id',
  'schedule_id',
  'login_queue',
  'error_class',
  'q',
] as const;

const SORTS = ['started', 'completed', 'duration'] as const;

/** Reads the filters from the URL; drops unknown parameters. */
export function readTaskFilters(search: Readonly<Record<string, unknown>>): TaskFilters {
  const texts = TEXTS.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  const status = (Object.keys(STATUSES) as StatusFilter[]).find(
    (each) => each === search['status'],
  );
  const sort = SORTS.find((each) => each === search['sort']);
  return {
    ...(status ? { status } : {}),
    ...Object.fromEntries(texts),
    ...(sort ? { sort } : {}),
  };
}

/** The parameters of `listTasks`. */
export function queryOf({ status, error_class, ...others }: TaskFilters): TaskQuery {
  return {
    ...others,
    ...(status ? { status: [...STATUSES[status]] } : {}),
    // The URL may name any class; the server refuses unknown ones.
    ...(error_class ? { error_class } : {}),
  };
}
