import { abortable } from '@errand/foundation';
import type { ObjectBody } from './object-storage.ts';

/** Yields the chunks of a body; a stalled source does not outlive the signal. */
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
      const chunk = await abortable(iterator.next(), signal);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    // Not awaited: a stalled source would settle this only after its next chunk. Its error is
    // dropped, because the reader has already received all chunks or the error that ended them.
    iterator.return?.().catch(() => undefined);
  }
}
