import { defineRoute } from '../http/define-route.ts';
import type { AccountFeed } from './account-feed.ts';
import { writeEventStream } from './event-stream.ts';
import type { KeyWatch } from './key-watch.ts';
import { readLastEventId } from './read-last-event-id.ts';

export const streamAccountEvents = defineRoute(
  'streamAccountEvents',
  async (
    { accountFeed, keyWatch }: { readonly accountFeed: AccountFeed; readonly keyWatch: KeyWatch },
    { headers, query, accountId, apiKeyId, cookieSessionId, signal: open },
  ) => {
    const signal = keyWatch.whileValid({ apiKeyId, cookieSessionId }, open);
    const after = readLastEventId(headers, query, (id) => accountFeed.readId(accountId, id));
    const events = accountFeed.listen(accountId, { after, kinds: query.kinds, signal });
    return { status: 200, events: writeEventStream(events) };
  },
  { isHeldOpen: true },
);
