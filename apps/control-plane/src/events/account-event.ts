import type { ErrandSchemas } from '@errand/api-types';

export type AccountEventKind = ErrandSchemas['AccountEventKind'];

/** An event as sent to a listener. `id` is the position after it. */
export type AccountEvent = ErrandSchemas['AccountEvent'];
