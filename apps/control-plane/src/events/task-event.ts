import type { ErrandSchemas } from '@errand/api-types';

/** An event as sent to a listener. `id` is the position after it. */
export type TaskEvent = { readonly id: string } & (
  | { readonly event: 'status'; readonly data: ErrandSchemas['StatusEvent'] }
  | { readonly event: 'step'; readonly data: ErrandSchemas['TaskStep'] }
  | {
      readonly event: 'waiting_for_human';
      readonly data: ErrandSchemas['WaitingForHumanEvent'];
    }
  | { readonly event: 'resumed'; readonly data: ErrandSchemas['ResumedEvent'] }
  | { readonly event: 'file'; readonly data: ErrandSchemas['FileEvent'] }
);
