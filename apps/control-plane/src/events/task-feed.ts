import type { Database } from '../database/connect-database.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { EventPosition } from './event-position.ts';
import { createEventReader } from './event-store.ts';
import { followChanges } from './follow-changes.ts';
import type { ListenerPlaces } from './listener-places.ts';
import { readStatusHistory, type StatusHistory } from './status-history.ts';
import type { TaskEvent } from './task-event.ts';
import type { TaskWatch } from './watch-tasks.ts';

/** Streams the events of tasks to listeners. */
export interface TaskFeed {
  /**
   * The events of a task after a position, until its end, the signal or the time limit. Undefined
   * when no event can follow. Throws TaskNotFoundError, TooManyListenersError, FeedClosedError.
   */
  readonly listen: (
    accountId: string,
    taskId: string,
    options: { readonly after: EventPosition; readonly signal: AbortSignal },
  ) => Promise<AsyncIterable<TaskEvent> | undefined>;
}

interface Parts {
  readonly database: Database;
  readonly watch: TaskWatch;
  readonly places: ListenerPlaces;
}

export function createTaskFeed(parts: Parts): TaskFeed {
  return {
    async listen(accountId, taskId, { after, signal }) {
      const task = { accountId, taskId };
      const history = await readHistory(parts.database, task);
      if (isOver(history, after)) return undefined;
      return follow(parts, task, { after, signal: parts.places.take(accountId, signal) });
    },
  };
}

interface ListenedTask {
  readonly accountId: string;
  readonly taskId: string;
}

async function* follow(
  { database, watch }: Parts,
  task: ListenedTask,
  { after, signal }: { readonly after: EventPosition; readonly signal: AbortSignal },
): AsyncGenerator<TaskEvent> {
  // Watch before the first read, so that no change in between is missed.
  using watched = watch.watch(task.taskId);
  const reader = createEventReader(database, task.taskId, after);
  yield* followChanges(watched, signal, async () => {
    const history = await readHistory(database, task);
    const events = await reader.read(history);
    return { events, hasMore: reader.hasMore(), isFinal: history.isFinal };
  });
}

async function readHistory(
  { pool }: Database,
  { accountId, taskId }: ListenedTask,
): Promise<StatusHistory> {
  return getTask(taskId, (id) => readStatusHistory(pool, accountId, id));
}

/** Whether the listener has already received the end of the task. */
function isOver({ changes, isFinal }: StatusHistory, { attempt, phase }: EventPosition): boolean {
  const last = changes.at(-1);
  return isFinal && last?.attempt === attempt && last.phase === phase;
}
