import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { queueMails } from '../transitions/queue-mails.ts';
import type { NewHumanWait } from './human-wait.ts';

/**
 * Stores the wait with the emails that ask for a person, and returns its deadline. Ends a previous
 * wait that is still open.
 */
export async function beginWait(
  { queue, database }: { readonly queue: JobQueue; readonly database: Pick<Database, 'prepared'> },
  transaction: Transaction,
  { holder, wait }: { readonly holder: LeaseHolder; readonly wait: NewHumanWait },
): Promise<Date> {
  const { taskId, leaseEpoch } = holder;
  const { waitId, nodePath, pageUrl, maxWaitSeconds } = wait;
  await holdLease(transaction, holder, database);
  // Serialises a repeated request with the original one while that is still in flight.
  await transaction.query('SELECT pg_advisory_xact_lock(4, hashtext($1))', [taskId]);
  await transaction.query(
    `UPDATE human_waits SET ended_at = clock_timestamp(), outcome = 'ended'
     WHERE task_id = $1 AND ended_at IS NULL AND NOT EXISTS (SELECT FROM human_waits WHERE task_id = $1 AND id = $2)`,
    [taskId, waitId],
  );
  const { rowCount: isNew } = await transaction.query(
    `INSERT INTO human_waits (id, task_id, number, lease_epoch, node_path, page_url, started_at, wait_until, variable_names)
     SELECT $2, $1, coalesce(max(number), 0) + 1, $3, $4::jsonb->>'nodePath', $4::jsonb->>'pageUrl', clock_timestamp(),
       clock_timestamp() + make_interval(secs => $5), '{}'
     FROM human_waits WHERE task_id = $1
     ON CONFLICT (task_id, id) DO NOTHING`,
    [taskId, waitId, leaseEpoch, writeStorableJson({ nodePath, pageUrl }), maxWaitSeconds],
  );
  if (isNew) await queueMails(queue, transaction, { taskId, humanWaitId: waitId });
  const { rows } = await transaction.query<{ wait_until: Date }>(
    'SELECT wait_until FROM human_waits WHERE task_id = $1 AND id = $2',
    [taskId, waitId],
  );
  const [stored] = rows;
  if (!stored) throw new Error(`The wait "${waitId}" was not stored.`);
  return stored.wait_until;
}
