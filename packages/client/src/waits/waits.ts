import type { ErrandSchemas } from '../api-schemas.ts';
import { WaitTimeoutError } from '../errors.ts';
import type { TaskEvent } from '../events/task-event.ts';
import { openLimit } from '../transport/open-limit.ts';
import { isTemporary } from '../transport/read-error.ts';
import type { StatusPoller } from './status-poller.ts';

/** Maximum concurrent event streams of waits: browsers open six connections to a server. */
const MAX_STREAMS = 4;
/** After this time without a stream, the status is polled instead. */
const STREAM_PATIENCE_MS = 5_000;
/** Longer than the server's heartbeat: by then, a proxy must be holding the events back. */
const STREAM_SILENCE_MS = 20_000;

export interface WaitOptions {
  /** Ends the wait. The task keeps running. */
  readonly signal?: AbortSignal | undefined;
  /** Default: no limit; a task may wait in its login queue for a long time. */
  readonly timeoutMs?: number | undefined;
}

export interface TaskWaitOptions extends WaitOptions {
  /**
   * Called for the events of the task, in order. Events are not guaranteed: a wait that cannot follow
   * them asks for the status instead.
   */
  readonly onEvent?: ((event: TaskEvent) => void) | undefined;
}

interface WaitParts {
  readonly poller: StatusPoller;
  readonly follow: (
    taskId: string,
    options: {
      readonly signal: AbortSignal;
      readonly patienceMs: number;
      readonly silenceMs: number;
    },
  ) => AsyncIterable<TaskEvent>;
}

export interface Waits {
  /** Resolves when the task has ended. */
  readonly one: (taskId: string, options: TaskWaitOptions) => Promise<void>;
  /** The final status of each task, in the order of the IDs. */
  readonly all: (
    taskIds: readonly string[],
    options: WaitOptions,
  ) => Promise<ErrandSchemas['TaskStatusData'][]>;
}

export function createWaits({ poller, follow }: WaitParts): Waits {
  let streams = 0;
  /** Returns whether the task has ended; if not, its events cannot be followed. */
  const followToEnd = async (
    taskId: string,
    signal: AbortSignal,
    onEvent: TaskWaitOptions['onEvent'],
  ): Promise<boolean> => {
    if (streams >= MAX_STREAMS) return false;
    streams += 1;
    const limits = { patienceMs: STREAM_PATIENCE_MS, silenceMs: STREAM_SILENCE_MS };
    try {
      for await (const event of follow(taskId, { signal, ...limits })) onEvent?.(event);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      return false;
    } finally {
      streams -= 1;
    }
  };
  return {
    one: (taskId, { onEvent, ...options }) =>
      within([taskId], options, async (signal) => {
        if (await followToEnd(taskId, signal, onEvent)) return;
        await poller.untilEnded(taskId, signal);
      }),
    all: (taskIds, options) =>
      within(taskIds, options, (signal) =>
        Promise.all(taskIds.map((taskId) => poller.untilEnded(taskId, signal))),
      ),
  };
}

async function within<T>(
  taskIds: readonly string[],
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: WaitOptions,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = openLimit(signal, timeoutMs);
  try {
    return await act(limit.signal);
  } catch (error) {
    if (limit.isOver()) throw new WaitTimeoutError(taskIds, timeoutMs);
    throw error;
  } finally {
    limit.stop();
  }
}
