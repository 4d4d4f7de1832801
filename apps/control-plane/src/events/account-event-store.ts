import type { Pool } from 'pg';
import type { AccountEvent, AccountEventKind } from './account-event.ts';
import type { AccountPosition, PositionIds } from './account-position.ts';

/** Events read per batch. */
const MAX_READ = 500;
const KEPT_MS = 24 * 3_600_000;
/** Maximum age of a listener's position while no events arrive. */
const REFRESH_MS = 20_000;

/** An event, or only a new position. */
export type Sent = AccountEvent | { readonly id: string };

export interface AccountEventReader {
  /** What happened after the position, in order. Advances the position. */
  readonly read: () => Promise<{ readonly events: readonly Sent[]; readonly hasMore: boolean }>;
}

/**
 * Reads the events of an account after a position. Without one, or after one whose events may be
 * deleted, starts with a `reset` event at the present.
 */
export function createAccountEventReader(
  pool: Pool,
  accountId: string,
  {
    after,
    kinds,
    ids,
  }: {
    readonly after: AccountPosition | undefined;
    /** Default: all. */
    readonly kinds?: readonly AccountEventKind[] | undefined;
    readonly ids: Pick<PositionIds, 'write'>;
  },
): AccountEventReader {
  let position = after;
  return {
    async read() {
      const { frontier, events } = await readAfter(pool, { accountId, position, kinds });
      if (!position || isLost(position, frontier)) {
        const reason = position ? 'position_expired' : 'no_position';
        position = frontier;
        const id = ids.write(frontier);
        const at = new Date(frontier.at).toISOString();
        return { events: [{ id, event: 'reset', data: { reason, at } }], hasMore: false };
      }
      const hasMore = events.length === MAX_READ;
      const last = hasMore ? events.at(-1)?.position : frontier;
      const isStale = frontier.at - position.at > REFRESH_MS;
      if (events.length > 0 || isStale) position = last ?? position;
      const sent = events.map(
        ({ position: reached, content }) =>
          // The triggers in prisma/functions write the members that the document declares.
          ({ id: ids.write(reached), ...content }) as AccountEvent,
      );
      if (sent.length > 0 || !isStale) return { events: sent, hasMore };
      return { events: [{ id: ids.write(frontier) }], hasMore };
    },
  };
}

/** Events after the position may be deleted, or the database was restored from a backup. */
function isLost(position: AccountPosition, frontier: AccountPosition): boolean {
  return position.at < frontier.at - KEPT_MS || position.xid > frontier.xid;
}

interface Row {
  readonly safe_xid: string;
  readonly safe_at: Date;
  readonly xid: string;
  /** Null if there are no events. */
  readonly id: string | null;
  readonly kind: AccountEventKind;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/**
 * The frontier is the oldest transaction that is still running: events before it are complete. A
 * transaction that has yet to commit has a later number, so it is read later.
 */
const READ = `
  WITH frontier AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid, clock_timestamp()::timestamptz(3) AS at
  )
  SELECT f.xid AS safe_xid, f.at AS safe_at, e.* FROM frontier f LEFT JOIN LATERAL (
    SELECT xid, id, kind, data, created_at FROM account_events
    WHERE account_id = $1 AND (xid, id) > ($2::bigint, $3::bigint) AND xid < f.xid
      AND ($4::text[] IS NULL OR kind = ANY($4))
    ORDER BY xid, id LIMIT ${MAX_READ}
  ) e ON true ORDER BY e.xid, e.id`;

async function readAfter(
  pool: Pool,
  query: {
    readonly accountId: string;
    readonly position: AccountPosition | undefined;
    readonly kinds: readonly AccountEventKind[] | undefined;
  },
) {
  const { accountId, position, kinds } = query;
  // Without a position, only the frontier is read.
  const after = position ? [`${position.xid}`, `${position.number}`] : [MAX_BIGINT, '0'];
  const { rows } = await pool.query<Row>(READ, [accountId, ...after, kinds ?? null]);
  const [first] = rows;
  if (!first) throw new Error('The statement returned no frontier.');
  const frontier = { at: first.safe_at.getTime(), xid: BigInt(first.safe_xid), number: 0n };
  return { frontier, events: rows.flatMap(toEvent) };
}

const MAX_BIGINT = '9223372036854775807';

function toEvent({ xid, id: number, kind, data, created_at: createdAt }: Row) {
  if (number === null) return [];
  const position = { at: createdAt.getTime(), xid: BigInt(xid), number: BigInt(number) };
  const content = {
    event: kind,
    data: { ...data, ...writeTimes(data), at: createdAt.toISOString() },
  };
  return [{ position, content }];
}

/** The times in the data, which PostgreSQL's JSON writes in a different format. */
function writeTimes(data: Row['data']): object {
  const times = ['until', 'due_at'].flatMap((name) => {
    const { [name]: time } = data;
    return typeof time === 'string' ? [[name, new Date(time).toISOString()]] : [];
  });
  return Object.fromEntries(times);
}
