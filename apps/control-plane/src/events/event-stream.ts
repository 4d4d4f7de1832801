import { pauseUntilAborted } from '@errand/foundation';

const HEARTBEAT_MS = 15_000;
/** Delay before a client reconnects. */
const RECONNECT_MS = 2_000;

/** Without `event`, only moves the position from which a client continues. */
interface Written {
  readonly id: string;
  readonly event?: string;
  readonly data?: unknown;
}

/** Writes events as server-sent events, with periodic comments so that no proxy times out. */
export async function* writeEventStream(
  events: AsyncIterable<Written>,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\n\n`;
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      using heartbeat = startTimer(heartbeatMs);
      const result = await Promise.race([next, heartbeat.elapsed]);
      if (result === undefined) {
        yield ': still here\n\n';
        continue;
      }
      if (result.done) return;
      yield writeEvent(result.value);
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

function writeEvent({ id, event, data }: Written): string {
  if (event === undefined) return `id: ${id}\n\n`;
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function startTimer(ms: number): Disposable & { readonly elapsed: Promise<undefined> } {
  const stopping = new AbortController();
  return {
    elapsed: pauseUntilAborted(ms, stopping.signal).then(() => undefined),
    [Symbol.dispose]: () => stopping.abort(),
  };
}
