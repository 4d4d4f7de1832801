import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/connect-database.ts';

const INTERVAL_MS = 400;
const LONGEST_WAIT_MS = 5_000;

/**
 * Reports changes of tasks, with one statement for all watched tasks, so that replicas need not
 * notify each other.
 */
export interface TaskWatch {
  /** Watches from now until disposed. */
  readonly watch: (...taskIds: readonly string[]) => WatchedTasks;
}

export interface WatchedTasks extends Disposable {
  /**
   * Resolves when one of the tasks has changed since the previous call, when the signal fires, or
   * after `longestMs` (default 5,000), which covers changes that the mark does not show.
   */
  readonly next: (signal: AbortSignal, longestMs?: number) => Promise<void>;
}

interface Marked {
  mark: string | undefined;
  readonly watchers: Set<() => void>;
}

export function createTaskWatch(
  { pool }: Database,
  options: { readonly logger?: Logger } = {},
): TaskWatch {
  const tasks = new Map<string, Marked>();
  let isRunning = false;

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ id: string; mark: string }>(MARKS, [[...tasks.keys()]]);
    for (const { id, mark } of rows) {
      const task = tasks.get(id);
      if (!task || task.mark === mark) continue;
      task.mark = mark;
      task.watchers.forEach((onChange) => onChange());
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (tasks.size > 0) {
      // The database may be away for a while; watchers read on their own and get the error there.
      await look().catch((error: unknown) => options.logger?.warn('task watch failed', { error }));
      await delay(INTERVAL_MS, undefined, { ref: false });
    }
    isRunning = false;
  }

  return {
    watch(...taskIds) {
      const change = createChange();
      for (const taskId of taskIds) {
        const task = tasks.get(taskId) ?? { mark: undefined, watchers: new Set() };
        tasks.set(taskId, task);
        task.watchers.add(change.happen);
      }
      void run();
      return {
        next: (signal, longestMs = LONGEST_WAIT_MS) => change.next(signal, longestMs),
        [Symbol.dispose]() {
          for (const taskId of taskIds) {
            const watchers = tasks.get(taskId)?.watchers;
            watchers?.delete(change.happen);
            if (watchers?.size === 0) tasks.delete(taskId);
          }
        },
      };
    },
  };
}

/** Remembers a change that happens while nobody waits. */
function createChange() {
  let hasHappened = false;
  let wake: (() => void) | undefined;
  return {
    happen: (): void => {
      hasHappened = true;
      wake?.();
    },
    next: async (signal: AbortSignal, longestMs: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (hasHappened || signal.aborted) resolve();
      const onAbort = (): void => resolve();
      signal.addEventListener('abort', onAbort);
      const timer = setTimeout(resolve, longestMs);
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      hasHappened = false;
    },
  };
}

const MARKS = `
  SELECT t.id, concat_ws(' ', t.status, t.lease_epoch, t.started_at,
    (SELECT count(*) FROM steps s WHERE s.task_id = t.id AND s.lease_epoch = t.lease_epoch),
    (SELECT count(a.confirmed_at) FROM artifacts a WHERE a.task_id = t.id),
    (SELECT count(*) + count(w.ended_at) FROM human_waits w WHERE w.task_id = t.id)) AS mark
  FROM tasks t WHERE t.id = ANY($1)`;
