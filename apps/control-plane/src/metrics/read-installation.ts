import type { Database } from '../database/connect-database.ts';
import type { DemandStore } from '../demand/demand-store.ts';

/** More lanes than this are left out: each costs two statements. */
const MAX_LANES = 50;
/**
 * A redelivery may carry a result from last week. It counts from its own first attempt, because the
 * time of the request is not stored.
 */
const WAITS_SINCE = 'CASE WHEN tries_before > 0 THEN first_attempt_at ELSE created_at END';

/** State of the whole installation, which every replica reads from the same database. */
export interface InstallationReading {
  readonly lanes: ReadonlyMap<string, Awaited<ReturnType<DemandStore['read']>>>;
  readonly callbacksPending: number;
  readonly oldestCallbackSeconds: number;
  /** Counts towards the limits of accounts: rows and complete files, and started uploads. */
  readonly storedBytes: number;
  readonly uploadingBytes: number;
  /** Size of the database with its indexes. */
  readonly databaseBytes: number;
  /** Locations in the store whose files could not be deleted yet. */
  readonly undeletable: number;
  /** Workers that were seen within the last minute, and their slots. */
  readonly workers: number;
  readonly slots: number;
}

interface Totals {
  readonly labels: string[];
  readonly callbacks: number;
  readonly oldest: number;
  readonly bytes: string;
  readonly uploading: string;
  readonly database: string;
  readonly undeletable: number;
  readonly workers: number;
  readonly slots: number;
}

/** Reads with one statement, plus two small ones for each lane, one after the other. */
export async function readInstallation({
  database,
  demand,
}: {
  readonly database: Pick<Database, 'pool'>;
  readonly demand: DemandStore;
}): Promise<InstallationReading> {
  const { rows } = await database.pool.query<Totals>(
    `SELECT
       (SELECT array_agg(label ORDER BY label <> 'default', label) FROM (
         SELECT 'default' AS label UNION SELECT worker_label FROM accounts WHERE worker_label IS NOT NULL
       ) labels) AS labels,
       (SELECT count(*)::int FROM callback_deliveries WHERE state = 'pending') AS callbacks,
       (SELECT coalesce(extract(epoch FROM now() - min(${WAITS_SINCE})), 0)::float8
        FROM callback_deliveries WHERE state = 'pending') AS oldest,
       storage_of_all()::text AS bytes, uploads.bytes::text AS uploading, uploads.undeletable,
       pg_database_size(current_database())::text AS database,
       alive.workers, alive.slots
     FROM (
       SELECT count(*)::int AS workers, coalesce(sum(slots), 0)::int AS slots
       FROM workers WHERE ended_at IS NULL AND last_seen_at > now() - interval '60 s'
     ) alive, (
       SELECT coalesce(sum(bytes), 0) AS bytes, (count(*) FILTER (WHERE failures > 0))::int AS undeletable
       FROM pending_uploads WHERE bytes > 0 OR failures > 0
     ) uploads`,
  );
  const [totals] = rows;
  if (!totals) throw new Error('The totals of the installation have no row.');
  const lanes = new Map<string, Awaited<ReturnType<DemandStore['read']>>>();
  for (const label of totals.labels.slice(0, MAX_LANES)) {
    lanes.set(label, await demand.read([label]));
  }
  return {
    lanes,
    callbacksPending: totals.callbacks,
    oldestCallbackSeconds: totals.oldest,
    storedBytes: Number(totals.bytes) - Number(totals.uploading),
    uploadingBytes: Number(totals.uploading),
    databaseBytes: Number(totals.database),
    undeletable: totals.undeletable,
    workers: totals.workers,
    slots: totals.slots,
  };
}
