import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ErrandProtocolError } from '../errors.ts';

/** Longest unfinished event, in characters. */
const MAX_EVENT = 4_000_000;

interface StreamListener {
  /** Called for every piece that arrives, including comments. */
  readonly onAlive: () => void;
  readonly onRetry: (milliseconds: number) => void;
}

/**
 * Reads server-sent events until the stream ends. An incomplete event is not returned.
 * Throws ErrandProtocolError for an endless event.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  { onAlive, onRetry }: StreamListener,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: (message) => messages.push(message),
    onRetry,
    onError(error) {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ErrandProtocolError(`An event has more than ${MAX_EVENT} characters.`);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onAlive();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    // If the stream broke off, the read has already rejected.
    await reader.cancel().catch(() => undefined);
  }
}
