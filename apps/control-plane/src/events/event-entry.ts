import type { EventPosition } from './event-position.ts';
import type { TaskEvent } from './task-event.ts';

/** Where an event stands: those of an attempt come between its start and its end. */
export interface Entry {
  readonly attempt: number;
  readonly order: -1 | 0 | 1;
  readonly at: Date;
  /** How the position moves with it. */
  readonly moves: Partial<EventPosition>;
  readonly content: TaskEventContent;
}

type TaskEventContent = TaskEvent extends infer Each
  ? Each extends TaskEvent
    ? Omit<Each, 'id'>
    : never
  : never;
