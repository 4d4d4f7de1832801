import type { EventPosition } from './event-position.ts';
import type { TaskEvent } from './task-event.ts';

/** An event's place in the order: the events of an attempt lie between its start and its end. */
export interface Entry {
  readonly attempt: number;
  readonly order: -1 | 0 | 1;
  readonly at: Date;
  /** How this event changes the position. */
  readonly moves: Partial<EventPosition>;
  readonly content: TaskEventContent;
}

type TaskEventContent = TaskEvent extends infer Each
  ? Each extends TaskEvent
    ? Omit<Each, 'id'>
    : never
  : never;
