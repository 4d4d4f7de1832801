import { openLimit } from '../transport/open-limit.ts';
import { openPatience, type Patience } from '../transport/patience.ts';
import { pause } from '../transport/pause.ts';
import { ErrandConnectionError, ErrandError, ErrandProtocolError } from '../errors.ts';
import { isTemporary, readError, readErrorBody } from '../transport/read-error.ts';
import { delayBeforeRetry } from '../transport/retry-delay.ts';
import { connectionError } from '../transport/transport.ts';
import { readEventStream } from './read-event-stream.ts';

/** The server sends something every 15 seconds. */
const SILENCE_MS = 45_000;
/** Used unless the server says otherwise. */
const RECONNECT_MS = 2_000;

export interface EventSource {
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  /** Credentials of each request. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface EventStream<Event> {
  /** Path and query at the control plane. */
  readonly path: string;
  /** Returns whether the server ends the stream with this event. */
  readonly isLast: (event: Event) => boolean;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly lastEventId?: string | undefined;
  /** Called with true whenever a connection is open, and with false whenever one fails. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined;
  /** How long reconnecting may fail before the error is thrown, without time asleep. */
  readonly patienceMs: number;
  /** How long an open stream may be silent. Default: 45 seconds. */
  readonly silenceMs?: number;
}

interface ConnectionOptions extends FollowOptions {
  readonly position: Position;
}

interface Position {
  lastEventId: string | undefined;
  /** Counts the time of the failures since an event, a position or a comment last arrived. */
  patience: Patience;
  /** How long the server asks to wait before reconnecting. */
  reconnectMs: number;
  failures: number;
}

/** Yields each event of a stream once, up to the last, and reconnects where the stream broke. */
export async function* followEvents<Event>(
  source: EventSource,
  stream: EventStream<Event>,
  options: FollowOptions,
): AsyncGenerator<Event, void, undefined> {
  const { signal, lastEventId, patienceMs } = options;
  const position: Position = {
    lastEventId,
    patience: openPatience(patienceMs),
    reconnectMs: RECONNECT_MS,
    failures: 0,
  };
  for (;;) {
    let delay: number | undefined = position.reconnectMs;
    try {
      if (yield* readOnce(source, stream, { ...options, position })) return;
    } catch (error) {
      signal.throwIfAborted();
      options.onConnection?.(false);
      delay = delayAfter(error, position);
      const isOver = position.patience.isOverAfterFailure();
      if (!isTemporary(error) || isOver || delay === undefined) throw error;
    }
    await pause(delay, signal);
  }
}

function delayAfter(error: unknown, position: Position): number | undefined {
  position.failures += 1;
  if (!(error instanceof ErrandError)) {
    return position.reconnectMs + (delayBeforeRetry(position.failures, undefined) ?? 0);
  }
  return delayBeforeRetry(position.failures, error.retryAfterMs);
}

/** Reads one connection. Returns whether the stream is complete. */
async function* readOnce<Event>(
  { fetch, baseUrl, headers }: EventSource,
  { path, isLast }: EventStream<Event>,
  { signal, position, onConnection, silenceMs = SILENCE_MS }: ConnectionOptions,
): AsyncGenerator<Event, boolean, undefined> {
  const url = `${baseUrl}${path}`;
  const limit = openLimit(signal, silenceMs);
  try {
    const body = await openBody(fetch, url, {
      headers: headersOf(headers, position.lastEventId),
      redirect: 'error',
      cache: 'no-store',
      signal: limit.signal,
    });
    if (!body) return true;
    onConnection?.(true);
    let isEmpty = true;
    // The reconnection time is not proof: the server sends it before it reads anything.
    const onAlive = (): void => {
      isEmpty = false;
      position.patience.restore();
      position.failures = 0;
    };
    const messages = readEventStream(body, {
      onBytes: limit.restart,
      onComment: onAlive,
      onRetry(milliseconds) {
        position.reconnectMs = Math.min(milliseconds, 60_000);
      },
    });
    for await (const { id = '', event = 'message', data } of messages) {
      onAlive();
      if (id !== '') position.lastEventId = id;
      if (data === undefined) continue;
      const received = { id, event, data: parseData(data) } as Event;
      yield received;
      // The caller may have been slow, which does not mean that the server was silent.
      limit.restart();
      if (isLast(received)) return true;
    }
    if (isEmpty) throw connectionError(url, 'an empty event stream');
    return false;
  } catch (error) {
    signal.throwIfAborted();
    if (isOwn(error)) throw error;
    throw connectionError(url, limit.isOver() ? limit.signal.reason : error);
  } finally {
    limit.stop();
  }
}

function headersOf(credentials: EventSource['headers'], lastEventId: string | undefined) {
  const from = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  return { accept: 'text/event-stream', ...credentials, ...from };
}

/** Returns undefined if the stream is complete. */
async function openBody(
  fetch: EventSource['fetch'],
  url: string,
  request: RequestInit,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const response = await fetch(url, request);
  if (response.status === 204) return undefined;
  if (!response.ok) throw readError(response, await readErrorBody(response));
  const type = response.headers.get('content-type') ?? 'nothing';
  if (response.body && /^text\/event-stream\b/i.test(type)) return response.body;
  throw connectionError(url, `${type} instead of an event stream`);
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ErrandProtocolError('An event has data that is not JSON.', { cause });
  }
}

const isOwn = (error: unknown): boolean =>
  [ErrandError, ErrandConnectionError, ErrandProtocolError].some((kind) => error instanceof kind);
