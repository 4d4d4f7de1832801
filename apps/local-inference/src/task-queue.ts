import type { HeldLease } from '@errand/task-runner';
import type { SpooledTask } from './spooled-task.ts';

/** A task waiting for a slot of this server. */
export interface WaitingTask {
  readonly spooled: SpooledTask;
  readonly held: HeldLease;
}

/** The waiting tasks of this server: smaller priority first, null last, ties by arrival. */
export interface TaskQueue {
  readonly size: number;
  readonly add: (task: WaitingTask) => void;
  /** Removes the task; false when a slot already has it. */
  readonly remove: (taskId: string) => boolean;
  /** Waits for the next task; undefined when the signal fires. */
  readonly take: (signal: AbortSignal) => Promise<WaitingTask | undefined>;
}

export function createTaskQueue(): TaskQueue {
  const waiting: WaitingTask[] = [];
  const takers: (() => void)[] = [];
  return {
    get size() {
      return waiting.length;
    },
    add(task) {
      const place = waiting.findIndex((other) => isBefore(task.spooled, other.spooled));
      waiting.splice(place === -1 ? waiting.length : place, 0, task);
      takers.shift()?.();
    },
    remove(taskId) {
      const place = waiting.findIndex(({ spooled }) => spooled.id === taskId);
      if (place === -1) return false;
      waiting.splice(place, 1);
      return true;
    },
    async take(signal) {
      while (!signal.aborted) {
        const task = waiting.shift();
        if (task) return task;
        await new Promise<void>((resolve) => {
          takers.push(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return undefined;
    },
  };
}

function isBefore({ task: one }: SpooledTask, { task: other }: SpooledTask): boolean {
  const [first, second] = [one.priority ?? Infinity, other.priority ?? Infinity];
  return first === second ? one.arrivedAt < other.arrivedAt : first < second;
}
