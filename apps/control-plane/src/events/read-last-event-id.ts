import { InvalidRequestError } from '../http/invalid-request-error.ts';

/**
 * The position of a client that continues a stream; the header takes precedence. Undefined if the
 * client begins a stream. Throws InvalidRequestError for an id that `read` cannot parse.
 */
export function readLastEventId<Position>(
  headers: { readonly 'last-event-id'?: string | undefined },
  query: { readonly last_event_id?: string | undefined },
  read: (text: string) => Position | undefined,
): Position | undefined {
  const text = headers['last-event-id'] ?? query.last_event_id;
  if (text === undefined || text === '') return undefined;
  const position = read(text);
  if (position !== undefined) return position;
  const msg = `is "${text.slice(0, 100)}", which is not the ID of an event: send the last ID unchanged, or none`;
  throw new InvalidRequestError([{ loc: ['header', 'last-event-id'], msg, type: 'value' }]);
}
