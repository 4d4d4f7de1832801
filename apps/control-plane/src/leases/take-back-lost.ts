import { readTraceContext } from '@errand/tracing';
import type { Database } from '../database/connect-database.ts';
import { rethrow, tryEach } from '../database/try-each.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { observeEnd, type Observer } from '../telemetry/observer.ts';
import { leaveTask, type AttemptReport } from '../transitions/leave-task.ts';
import type { EndedLease } from './lease.ts';

const BATCH = 500;

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly observer?: Observer | undefined;
}

interface HeldLease {
  readonly id: string;
  readonly worker_id: string;
  readonly lease_epoch: number;
  readonly traceparent: string | null;
  readonly tracestate: string | null;
  readonly allocated_at: Date;
}

/**
 * Called for an attempt that could not be ended, for instance because an operator's transaction
 * holds its row. The other attempts are still ended. Default: throws the error.
 */
export type OnFailure = (lease: FailedLease, error: unknown) => void;

type FailedLease = Pick<EndedLease, 'taskId' | 'workerId' | 'leaseEpoch'>;

/**
 * Ends the attempts whose lease expired at least `pardonSeconds` ago. Each one has its own
 * transaction, which checks the expiry again with the task locked: an earlier heartbeat keeps the
 * lease, and two processes that find the same lease take it back once.
 */
export async function takeBackLost(
  dependencies: Dependencies,
  pardonSeconds = 0,
  onFailure: OnFailure = rethrow,
): Promise<readonly EndedLease[]> {
  const { rows } = await dependencies.database.pool.query<HeldLease>(
    `SELECT id, worker_id, lease_epoch, traceparent, tracestate, allocated_at FROM tasks
     WHERE status IN ('allocated', 'running')
       AND lease_expires_at <= clock_timestamp() - make_interval(secs => $2)
     ORDER BY lease_expires_at LIMIT $1`,
    [BATCH, pardonSeconds],
  );
  // The SQL function writes the error message, because it knows whether a retry is left.
  const report = { error_class: 'lease_lost' };
  return endAll(dependencies, rows, { ending: 'lost', report, onFailure });
}

/**
 * Ends, in the same way, the attempts that exceed their time by `graceSeconds`. Skips local
 * inference servers: their tasks wait there, and their reports may be late.
 */
export async function endOverdue(
  dependencies: Dependencies,
  graceSeconds: number,
  onFailure: OnFailure = rethrow,
): Promise<readonly EndedLease[]> {
  const { rows } = await dependencies.database.pool.query<HeldLease>(
    `SELECT id, worker_id, lease_epoch, traceparent, tracestate, allocated_at FROM tasks
     WHERE status IN ('allocated', 'running') AND NOT is_local AND coalesce(started_at, allocated_at)
       + make_interval(mins => max_timeout_in_minutes, secs => $2) <= clock_timestamp()
     LIMIT $1`,
    [BATCH, graceSeconds],
  );
  const report = { error_class: 'timeout', grace_seconds: graceSeconds };
  return endAll(dependencies, rows, { ending: 'timeout', report, onFailure });
}

interface End {
  readonly ending: 'lost' | 'timeout';
  readonly report: AttemptReport;
  readonly onFailure: OnFailure;
}

async function endAll(
  dependencies: Dependencies,
  rows: readonly HeldLease[],
  { onFailure, ...end }: End,
): Promise<readonly EndedLease[]> {
  const ended: EndedLease[] = [];
  await tryEach(dependencies.database, rows, {
    async act(row, lockWait) {
      const lease = await endOne(dependencies, row, { ...end, lockWait });
      if (lease) ended.push(lease);
    },
    onFailure: ({ id: taskId, worker_id: workerId, lease_epoch: leaseEpoch }, error) =>
      onFailure({ taskId, workerId, leaseEpoch }, error),
  });
  return ended;
}

/** Undefined: the attempt has already ended, or a heartbeat arrived. */
async function endOne(
  { database, queue, observer }: Dependencies,
  row: HeldLease,
  { lockWait, ...end }: Omit<End, 'onFailure'> & { readonly lockWait: string },
): Promise<EndedLease | undefined> {
  const lease = { taskId: row.id, workerId: row.worker_id, leaseEpoch: row.lease_epoch };
  const left = await database.transaction(async (transaction) => {
    await transaction.query(lockWait);
    return leaveTask(queue, transaction, { ...lease, ...end });
  });
  if (!left.isDone) return undefined;
  observer?.leaseLost(end.ending === 'lost' ? 'expired' : 'overdue');
  const trace = readTraceContext(row);
  observeEnd(observer, left, end.report.error_class);
  observer?.attemptEnded?.({
    ...lease,
    attempt: row.lease_epoch,
    outcome: end.ending,
    errorClass: end.report.error_class,
    trace,
    allocatedAt: row.allocated_at,
    endedAt: new Date(),
  });
  const { status } = left;
  const known = status === 'queued' || status === 'cancelled' ? status : 'failed';
  return { ...lease, status: known, trace };
}
