import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { type EventPosition, readPosition, START } from './event-position.ts';
import { writeEventStream } from './event-stream.ts';
import type { TaskFeed } from './task-feed.ts';

export const streamTaskEvents = defineRoute(
  'streamTaskEvents',
  async (
    { taskFeed }: { readonly taskFeed: TaskFeed },
    { params, headers, query, accountId, signal },
  ) => {
    const events = await taskFeed.listen(accountId, params.task_id, {
      after: findStart(headers['last-event-id'] ?? query.last_event_id),
      signal,
    });
    // 204 is the only response after which a client of server-sent events does not reconnect.
    if (!events) return { status: 204 };
    return { status: 200, events: writeEventStream(events) };
  },
  { isHeldOpen: true },
);

function findStart(lastEventId: string | undefined): EventPosition {
  if (lastEventId === undefined || lastEventId === '') return START;
  const position = readPosition(lastEventId);
  if (position) return position;
  const msg = `is "${lastEventId.slice(0, 100)}", which is no id of an event: send the last one as it came, or none`;
  throw new InvalidRequestError([{ loc: ['header', 'last-event-id'], msg, type: 'value' }]);
}
