import type { ObjectBody } from './object-storage.ts';

/** The outcome of the promise, or the reason of the signal if that comes first. */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The chunks of a body; a source that stalls does not outlive the signal. */
export async function* chunksUntilAborted(
  body: ObjectBody,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  signal?.throwIfAborted();
  if (ArrayBuffer.isView(body)) {
    yield body;
    return;
  }
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const chunk = await untilAborted(iterator.next(), signal);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    // Not awaited: a stalled source answers this only after the chunk it never gives.
    iterator.return?.().catch(() => undefined);
  }
}
