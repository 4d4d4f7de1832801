import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { leaveTask } from '../tasks/leave-task.ts';
import type { LostLease } from './lease.ts';

const BATCH = 500;

interface ExpiredLease {
  readonly id: string;
  readonly worker_id: string;
  readonly lease_epoch: number;
}

/**
 * Ends the attempts whose lease ran out. Each has a transaction of its own, which looks at the expiry again with the task
 * locked: a heartbeat that came first keeps the lease, and two processes that find the same one take it back once.
 */
export async function takeBackLost({
  database,
  queue,
}: {
  readonly database: Database;
  readonly queue: JobQueue;
}): Promise<readonly LostLease[]> {
  const { rows } = await database.pool.query<ExpiredLease>(
    `SELECT id, worker_id, lease_epoch FROM tasks
     WHERE status IN ('allocated', 'running') AND lease_expires_at <= clock_timestamp()
     ORDER BY lease_expires_at LIMIT $1`,
    [BATCH],
  );
  const lost: LostLease[] = [];
  for (const row of rows) {
    const lease = { taskId: row.id, workerId: row.worker_id, leaseEpoch: row.lease_epoch };
    const { isDone, status } = await database.transaction((transaction) =>
      leaveTask(queue, transaction, { ...lease, ending: 'lost', report: LEASE_LOST }),
    );
    if (!isDone) continue;
    const known = status === 'queued' || status === 'cancelled' ? status : 'failed';
    lost.push({ ...lease, status: known });
  }
  return lost;
}

/** The sentence is written by the SQL function, which knows whether a retry is left. */
const LEASE_LOST = { error_class: 'lease_lost' };
