import type { ErrandSchemas } from '../api-schemas.ts';
import type { EventStream } from './follow-events.ts';

/** An event of a task. Ignore kinds that you do not know: later servers may send more. */
export type TaskEvent = {
  /** Pass this as `lastEventId` to continue after the event. */
  readonly id: string;
} & (
  | { readonly event: 'status'; readonly data: ErrandSchemas['StatusEvent'] }
  | { readonly event: 'step'; readonly data: ErrandSchemas['TaskStep'] }
  | { readonly event: 'file'; readonly data: ErrandSchemas['FileEvent'] }
  | { readonly event: 'waiting_for_human'; readonly data: ErrandSchemas['WaitingForHumanEvent'] }
  | { readonly event: 'resumed'; readonly data: ErrandSchemas['ResumedEvent'] }
);

export const isEnded = (status: ErrandSchemas['TaskStatus']): boolean =>
  status === 'success' || status === 'failed' || status === 'cancelled';

/** The events of a task from its beginning to its end. */
export const eventsOfTask = (taskId: string): EventStream<TaskEvent> => ({
  path: `/api/v1/tasks/${encodeURIComponent(taskId)}/events`,
  isLast: ({ event, data }) => event === 'status' && isEnded(data.status),
});
