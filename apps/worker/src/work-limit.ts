import { abortable } from '@errand/foundation';

/** Ends a worker after a number of tasks, or after some time without one. */
export interface WorkLimit {
  /** Waits until one more task may be claimed. Undefined: `signal` fired first. */
  readonly permit: (signal: AbortSignal) => Promise<ClaimPermit | undefined>;
  /** Resolves with the reason when the worker must claim no more. */
  readonly over: Promise<'max-tasks' | 'idle'>;
}

/** Dispose it when no task arrived or the task has ended. */
export interface ClaimPermit extends Disposable {
  /** Call when a task has arrived. */
  readonly use: () => void;
}

interface Limits {
  /** Undefined: no limit. */
  readonly maxTasks: number | undefined;
  /** Undefined: the worker waits forever. */
  readonly idleExitMs: number | undefined;
}

/** The time without a task starts now. */
export function createWorkLimit({ maxTasks = Infinity, idleExitMs }: Limits): WorkLimit {
  const { promise: over, resolve: end } = Promise.withResolvers<'max-tasks' | 'idle'>();
  let tasksLeft = maxTasks;
  let claiming = 0;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  let returned = Promise.withResolvers<void>();
  const watchIdle = (): void => {
    clearTimeout(idle);
    if (idleExitMs === undefined || running > 0) return;
    idle = setTimeout(() => end('idle'), idleExitMs).unref();
  };
  const createPermit = (): ClaimPermit => {
    let isUsed = false;
    claiming += 1;
    return {
      use() {
        isUsed = true;
        claiming -= 1;
        tasksLeft -= 1;
        running += 1;
        watchIdle();
        if (tasksLeft === 0) end('max-tasks');
      },
      [Symbol.dispose]() {
        if (isUsed) {
          running -= 1;
          watchIdle();
          return;
        }
        claiming -= 1;
        returned.resolve();
        returned = Promise.withResolvers<void>();
      },
    };
  };
  watchIdle();
  return {
    over,
    async permit(signal) {
      // Each open claim may bring a task, so no more claims are open than tasks remain.
      while (!signal.aborted) {
        if (claiming < tasksLeft) return createPermit();
        await abortable(returned.promise, signal).catch(() => undefined);
      }
      return undefined;
    },
  };
}
