import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { createAccountEventReader, type Sent } from './account-event-store.ts';
import type { AccountEventKind } from './account-event.ts';
import { type AccountPosition, createPositionIds } from './account-position.ts';
import { followChanges } from './follow-changes.ts';
import type { ListenerPlaces } from './listener-places.ts';
import { createWatch, type Watch } from './watch-rows.ts';

interface Listening {
  /** Default: the present. */
  readonly after?: AccountPosition | undefined;
  /** Default: all. */
  readonly kinds?: readonly AccountEventKind[] | undefined;
  readonly signal: AbortSignal;
}

/** Streams the events of accounts to listeners. */
export interface AccountFeed {
  /**
   * The events of an account after a position, until the signal or the time limit. Throws
   * TooManyListenersError, FeedClosedError.
   */
  readonly listen: (accountId: string, options: Listening) => AsyncIterable<Sent>;
  /** The position in the id of an event, as `read` of PositionIds returns it. */
  readonly readId: (accountId: string, id: string) => AccountPosition | undefined;
}

interface Parts {
  readonly sealer: Pick<Sealer, 'sealStable' | 'openStable'>;
  readonly database: Database;
  readonly places: ListenerPlaces;
}

export function createAccountFeed(parts: Parts): AccountFeed {
  const watch = createWatch(parts.database.pool, { statement: MARKS, name: 'accounts' });
  return {
    listen(accountId, options) {
      const signal = parts.places.take(accountId, options.signal);
      return follow({ ...parts, watch }, accountId, { ...options, signal });
    },
    readId: (accountId, id) => createPositionIds(parts.sealer, accountId).read(id),
  };
}

async function* follow(
  { database, sealer, watch }: Parts & { readonly watch: Watch },
  accountId: string,
  { after, kinds, signal }: Listening,
): AsyncGenerator<Sent> {
  // Watch before the first read, so that no event in between is missed.
  using watched = watch.watch(accountId);
  const ids = createPositionIds(sealer, accountId);
  const reader = createAccountEventReader(database.pool, accountId, { after, kinds, ids });
  yield* followChanges(watched, signal, async () => ({ ...(await reader.read()), isFinal: false }));
}

/** The mark of each account is its last readable event. */
const MARKS = `
  SELECT a.id, (
    SELECT concat_ws('-', e.xid, e.id) FROM account_events e
    WHERE e.account_id = a.id AND e.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    ORDER BY e.xid DESC, e.id DESC LIMIT 1) AS mark
  FROM unnest($1::uuid[]) a(id)`;
