import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ErrandProtocolError } from '../errors.ts';

/** Longest unfinished event, in characters. */
const MAX_EVENT = 4_000_000;

/** Only moves the position at which a client continues; such a block of the stream has no data. */
interface PositionMessage {
  readonly id: string;
  readonly event?: undefined;
  readonly data?: undefined;
}

interface StreamListener {
  /** Called for every piece that arrives. */
  readonly onBytes: () => void;
  readonly onComment: () => void;
  readonly onRetry: (milliseconds: number) => void;
}

/**
 * Reads server-sent events, and the positions that a quiet stream sends between them, in order,
 * until the stream ends. An incomplete event is not returned. Throws ErrandProtocolError for an
 * endless event.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  { onBytes, onComment, onRetry }: StreamListener,
): AsyncGenerator<EventSourceMessage | PositionMessage, void, undefined> {
  const messages: (EventSourceMessage | PositionMessage)[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: (message) => messages.push(message),
    onComment,
    onRetry,
    onError(error) {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ErrandProtocolError(`An event has more than ${MAX_EVENT} characters.`);
    },
  });
  // The parser does not report blocks without data, so their ids are read here.
  let line = '';
  let id: string | undefined;
  const feed = (piece: string): void => {
    const count = messages.length;
    parser.feed(piece);
    line += piece;
    if (!line.endsWith('\n')) return;
    const text = line.replace(/\r?\n$/, '');
    line = '';
    if (text !== '') id = /^id: ?(.+)$/.exec(text)?.[1] ?? id;
    else {
      if (messages.length === count && id !== undefined) messages.push({ id });
      id = undefined;
    }
  };
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      for (const piece of decoder.decode(value, { stream: true }).split(/(?<=\n)/)) feed(piece);
      yield* messages.splice(0);
    }
  } finally {
    // If the stream broke off, the read has already rejected.
    await reader.cancel().catch(() => undefined);
  }
}
