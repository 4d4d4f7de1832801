import { defineRoute } from '../http/define-route.ts';
import type { KeyWatch } from './key-watch.ts';
import { readPosition, START } from './event-position.ts';
import { writeEventStream } from './event-stream.ts';
import { readLastEventId } from './read-last-event-id.ts';
import type { TaskFeed } from './task-feed.ts';

export const streamTaskEvents = defineRoute(
  'streamTaskEvents',
  async (
    { taskFeed, keyWatch }: { readonly taskFeed: TaskFeed; readonly keyWatch: KeyWatch },
    { params, headers, query, accountId, apiKeyId, cookieSessionId, signal },
  ) => {
    const events = await taskFeed.listen(accountId, params.task_id, {
      after: readLastEventId(headers, query, readPosition) ?? START,
      signal: keyWatch.whileValid({ apiKeyId, cookieSessionId }, signal),
    });
    // 204 is the only response after which a client of server-sent events does not reconnect.
    if (!events) return { status: 204 };
    return { status: 200, events: writeEventStream(events) };
  },
  { isHeldOpen: true },
);
