import type { TaskQuery } from '../../api/task-list.ts';

export type StatusFilter =
  | 'open'
  | 'queued'
  | 'allocated'
  | 'running'
  | 'success'
  | 'failed'
  | 'cancelled';

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
  /** Times in ISO 8601 with an offset. */
  readonly created_after?: string;
  readonly created_before?: string;
  readonly completed_after?: string;
  readonly completed_before?: string;
  readonly waiting_for_human?: boolean;
  readonly sort?: 'started' | 'completed' | 'duration';
  readonly order?: 'asc' | 'desc';
}

const STATUSES = {
  open: ['queued', 'allocated', 'running'],
  queued: ['queued'],
  allocated: ['allocated'],
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
  'created_after',
  'created_before',
  'completed_after',
  'completed_before',
] as const;

const SORTS = ['started', 'completed', 'duration'] as const;
const ORDERS = ['asc', 'desc'] as const;

/** Reads the filters from the URL; drops unknown parameters. */
export function readTaskFilters(search: Readonly<Record<string, unknown>>): TaskFilters {
  const texts = TEXTS.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  const status = readStatus(search['status']);
  const sort = SORTS.find((each) => each === search['sort']);
  const order = ORDERS.find((each) => each === search['order']);
  const human = search['waiting_for_human'];
  const isWaiting = human === 'true' || human === true;
  return {
    ...(status ? { status } : {}),
    ...Object.fromEntries(texts),
    ...(isWaiting || human === 'false' || human === false ? { waiting_for_human: isWaiting } : {}),
    ...(sort ? { sort } : {}),
    ...(order ? { order } : {}),
  };
}

/** Reads the name of a filter, or a list of statuses, as in an API query, that a filter selects. */
function readStatus(given: unknown): StatusFilter | undefined {
  const filters = Object.keys(STATUSES) as StatusFilter[];
  const named = filters.find((each) => each === given);
  if (named) return named;
  const listed: unknown[] = Array.isArray(given) ? given : String(given).split(',');
  return filters.find((each) => {
    const statuses: readonly unknown[] = STATUSES[each];
    return statuses.length === listed.length && statuses.every((status) => listed.includes(status));
  });
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

const HOUR_MS = 3_600_000;
const SPANS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS };

/** The beginning of a time span such as `24h`; any other text is a time itself. */
export function readSince(text: string | undefined, now = Date.now()): string | undefined {
  if (text === undefined || !Object.hasOwn(SPANS, text)) return text;
  return new Date(now - SPANS[text as keyof typeof SPANS]).toISOString();
}
