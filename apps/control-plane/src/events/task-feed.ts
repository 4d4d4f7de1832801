import { openDeadline, pauseUntilAborted } from '@errand/foundation';
import type { Database } from '../database/connect-database.ts';
import { isDatabaseAway } from '../http/database-faults.ts';
import { getTask } from '../task-rows/get-task.ts';
import { FeedClosedError, TooManyListenersError } from './event-errors.ts';
import type { EventPosition } from './event-position.ts';
import { createEventReader } from './event-store.ts';
import { readStatusHistory, type StatusHistory } from './status-history.ts';
import type { TaskEvent } from './task-event.ts';
import type { TaskWatch } from './watch-tasks.ts';

const MAX_LISTENERS_OF_ACCOUNT = 50;
const LONGEST_MS = 3_600_000;
/**
 * Minimum interval between reads of a task without known changes. Up to half of it is added at
 * random, so that listeners do not read all at once.
 */
const LOOK_AGAIN_MS = 20_000;
/** Delay after a failed read. */
const RETRY_MS = 2_000;

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

export function createTaskFeed(parts: {
  readonly database: Database;
  readonly watch: TaskWatch;
  /**
   * Milliseconds. Default: one hour; then the client must reconnect, so that a revoked key does not
   * listen forever.
   */
  readonly longestMs?: number;
  /** How many streams an account may have open. Default 50. */
  readonly maxListenersOfAccount?: number;
}): TaskFeed {
  const { maxListenersOfAccount: limit = MAX_LISTENERS_OF_ACCOUNT } = parts;
  const listeners = new Map<string, number>();
  const change = (accountId: string, by: number): void => {
    const count = (listeners.get(accountId) ?? 0) + by;
    if (count === 0) listeners.delete(accountId);
    else listeners.set(accountId, count);
  };
  return {
    async listen(accountId, taskId, { after, signal }) {
      const task = { accountId, taskId };
      const history = await readHistory(parts.database, task);
      if (isOver(history, after)) return undefined;
      if ((listeners.get(accountId) ?? 0) >= limit) throw new TooManyListenersError(limit);
      // Undefined would mean that the task has ended, and the client would never reconnect.
      if (signal.aborted) throw new FeedClosedError();
      change(accountId, 1);
      const deadline = openDeadline(signal, parts.longestMs ?? LONGEST_MS);
      // Fires whenever the response closes, even if nobody has started reading the events.
      const leave = (): void => {
        change(accountId, -1);
        deadline[Symbol.dispose]();
      };
      signal.addEventListener('abort', leave, { once: true });
      return follow(parts, task, { after, signal: deadline.signal });
    },
  };
}

interface ListenedTask {
  readonly accountId: string;
  readonly taskId: string;
}

async function* follow(
  { database, watch }: { readonly database: Database; readonly watch: TaskWatch },
  task: ListenedTask,
  { after, signal }: { readonly after: EventPosition; readonly signal: AbortSignal },
): AsyncGenerator<TaskEvent> {
  // Starts before the first read, so that no change is missed between the two.
  using watched = watch.watch(task.taskId);
  const reader = createEventReader(database, task.taskId, after);
  // Reads at least once: otherwise listeners of a slow server would reconnect without progress.
  do {
    const news = await readNews();
    yield* news?.events ?? [];
    if (news?.hasMore) continue;
    if (news?.isFinal) return;
    await (news
      ? watched.next(signal, spread(LOOK_AGAIN_MS))
      : pauseUntilAborted(spread(RETRY_MS), signal));
  } while (!signal.aborted);

  /**
   * Undefined while the database is away or overloaded: the reader has not advanced, so nothing is
   * lost by reading later.
   */
  async function readNews() {
    try {
      const history = await readHistory(database, task);
      const events = await reader.read(history);
      return { events, hasMore: reader.hasMore(), isFinal: history.isFinal };
    } catch (error) {
      if (isDatabaseAway(error)) return undefined;
      throw error;
    }
  }
}

function spread(ms: number): number {
  return ms * (1 + Math.random() / 2);
}

async function readHistory(
  { pool }: Database,
  { accountId, taskId }: ListenedTask,
): Promise<StatusHistory> {
  return getTask(taskId, (id) => readStatusHistory(pool, accountId, id));
}

/** Whether the listener already has the end of the task. */
function isOver({ changes, isFinal }: StatusHistory, { attempt, phase }: EventPosition): boolean {
  const last = changes.at(-1);
  return isFinal && last?.attempt === attempt && last.phase === phase;
}
