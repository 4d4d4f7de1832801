import { pollUntil } from '@errand/test-kit';
import { expect } from '@jest/globals';

/** Far longer than the events take, even on a busy machine. */
const DEADLINE_MS = 120_000;

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  // The members that the document declares.
  readonly data: Readonly<Record<string, unknown>>;
}

interface Stream {
  /** URL of the server. */
  readonly url: string;
  readonly apiKey: string;
  /** Default: the events of the account. */
  readonly taskId?: string;
  /** Begins with `?`. Default none. */
  readonly query?: string | undefined;
  /** Id of the last known event. Default none. */
  readonly id?: string | undefined;
}

/** Requests the events of a task or the account. */
export function openEvents({ url, apiKey, taskId, query = '', id }: Stream): Promise<Response> {
  const place = taskId === undefined ? '' : `tasks/${taskId}/`;
  return fetch(`${url}/api/v1/${place}events${query}`, {
    headers: { 'x-api-key': apiKey, ...(id === undefined ? {} : { 'last-event-id': id }) },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
}

/** Reads until the server ends the stream. */
export async function followTask(stream: Stream) {
  const response = await openEvents(stream);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const events: ReceivedEvent[] = [];
  const ended = read(response, events);
  return {
    events,
    until: (count: number) =>
      pollUntil(`event ${count} arrives`, () => events.length >= count, {
        deadlineMs: DEADLINE_MS,
      }),
    end: async () => {
      await ended;
      return events;
    },
  };
}

async function read(response: Response, events: ReceivedEvent[]): Promise<void> {
  let rest = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    events.push(...parts.filter(isEvent).map(parseEvent));
  }
}

function parseEvent(text: string): ReceivedEvent {
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s)));
  return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
}

/** Reads that many events, or fewer if the stream ends, and disconnects. */
export async function takeEvents(
  { body }: Response,
  count: number,
): Promise<readonly ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  let rest = '';
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    events.push(...parts.filter(isEvent).map(parseEvent));
    if (events.length >= count) break;
  }
  return events.slice(0, count);
}

function isEvent(part: string): boolean {
  return part.includes('\nevent: ');
}
