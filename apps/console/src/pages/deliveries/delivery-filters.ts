import type { ErrandSchemas } from '@errand/client';

const LISTED_STATES = ['failed', 'pending', 'delivered', 'all'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** Query parameters of the list's URL. */
export interface DeliveryFilters {
  /** Default `failed`: those that need attention. */
  readonly state?: Exclude<ListedState, 'failed'>;
}

/** Reads the filters from the URL; drops unknown parameters. */
export function readDeliveryFilters(search: Readonly<Record<string, unknown>>): DeliveryFilters {
  const state = LISTED_STATES.find((each) => each === search['state']);
  return state === undefined || state === 'failed' ? {} : { state };
}

const NO_TASK_IDS =
  'Task IDs has no ID: enter the IDs of tasks, or leave it empty for the deliveries of all tasks.';

/** The request that redelivers, from the form's text values. */
export function readRedelivery({
  state,
  url_prefix: prefix,
  since,
  before,
  tasks,
}: Readonly<Record<string, string>>): ErrandSchemas['RedeliverManyRequest'] {
  const ids = tasks?.match(/[^\s,;]+/g) ?? [];
  // Without an ID, the request would be for the deliveries of all tasks.
  if (tasks !== undefined && ids.length === 0) throw new Error(NO_TASK_IDS);
  return {
    state: state === 'delivered' ? 'delivered' : 'failed',
    ...(prefix === undefined ? {} : { url_prefix: prefix.trim() }),
    ...(since === undefined ? {} : { created_after: new Date(since).toISOString() }),
    ...(before === undefined ? {} : { created_before: new Date(before).toISOString() }),
    ...(ids.length === 0 ? {} : { task_ids: ids }),
  };
}
