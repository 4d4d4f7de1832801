import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Place } from '../paging/place-cursor.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { requeueDeliveries } from './requeue-deliveries.ts';

/** Conditions that must all hold; an omitted one does not restrict. */
export interface RedeliverFilter {
  readonly state: 'failed' | 'delivered';
  readonly taskIds?: readonly string[] | undefined;
  readonly urlPrefix?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Only deliveries listed after this one. */
  readonly after?: Place | undefined;
}

interface Found extends Place {
  readonly taskId: string;
}

interface Redelivery extends Found {
  /** False if the state of the delivery has changed since it was found. */
  readonly isQueued: boolean;
}

export interface BulkRedelivery {
  /** Newest first. */
  readonly results: readonly Redelivery[];
  readonly hasMore: boolean;
}

const MAX_MATCHES = 1_000;
/** Deliveries per transaction, so that no lock is held for long. */
const BATCH = 100;

/**
 * Reschedules up to 1,000 deliveries of one account, newest first. Leaves out emails that ask
 * for a person, because their tasks no longer wait. When the signal fires, the batches that have
 * not begun are left unchanged.
 */
export async function redeliverMany(
  parts: { readonly database: Database; readonly queue: JobQueue },
  { accountId, signal }: { readonly accountId: string; readonly signal: AbortSignal },
  filter: RedeliverFilter,
): Promise<BulkRedelivery> {
  const found = await findEnded(parts.database, accountId, filter);
  const results: Redelivery[] = [];
  const chosen = found.slice(0, MAX_MATCHES);
  for (let start = 0; start < chosen.length; start += BATCH) {
    const batch = chosen.slice(start, start + BATCH);
    const ids = batch.map(({ id }) => id);
    const queued = await requeueDeliveries(parts, accountId, { ids, states: [filter.state] });
    results.push(...batch.map((each) => ({ ...each, isQueued: queued.has(each.id) })));
    if (signal.aborted) break;
  }
  return { results, hasMore: results.length < found.length };
}

/** Returns one more delivery than a call handles. */
async function findEnded(
  { pool }: Database,
  accountId: string,
  { state, taskIds, urlPrefix, createdAfter, createdBefore, after }: RedeliverFilter,
): Promise<readonly Found[]> {
  const { rows } = await pool.query<Found>(
    `SELECT id, task_id AS "taskId", created_at AS "createdAt" FROM callback_deliveries
     WHERE account_id = $1 AND state = $2 AND human_wait_id IS NULL
       AND ($3::uuid[] IS NULL OR task_id = ANY($3))
       AND ($4::text IS NULL OR starts_with(url, $4))
       AND ($5::timestamptz IS NULL OR created_at >= $5)
       AND ($6::timestamptz IS NULL OR created_at < $6)
       AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $9`,
    [
      accountId,
      state,
      taskIds?.filter(isUuid),
      urlPrefix,
      createdAfter,
      createdBefore,
      after?.createdAt,
      after?.id,
      MAX_MATCHES + 1,
    ],
  );
  return rows;
}
