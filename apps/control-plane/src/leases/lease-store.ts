import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import type { Bell } from '../transitions/bell.ts';
import { createClaim, type Claim } from './claim-when-ready.ts';
import { endAttempt, type ReportOfAttempt } from './end-attempt.ts';
import { HAS_SECRET, holdLease, lostLease } from './held-lease.ts';
import type {
  LeaseHolder,
  LeaseToRenew,
  RenewedLease,
  ReportedStep,
  AttemptResult,
  AttemptFailure,
  EndedLease,
  ModelUsage,
} from './lease.ts';
import { recordSteps } from './record-steps.ts';
import { renewLeases } from './renew-leases.ts';
import { endOverdue, takeBackLost } from './take-back-lost.ts';

/**
 * Leases of tasks, kept on the task row and decided by the database's clock.
 * Once a cancellation was asked for, every end of the attempt makes the task cancelled, and every report of it answers so.
 * Every write of a holder throws LeaseLostError when the lease is no longer its own, TaskNotFoundError for an unknown id.
 */
export interface LeaseStore {
  claim: Claim;
  /** Moves the expiry of all leases that are still held to now + the lease time of each, in one statement. Same order as given. */
  renew: (
    workerId: string,
    leases: readonly LeaseToRenew[],
    /** The one that the worker has now: its screen shows the attempts. Default: as it was. */
    registrationId?: string,
  ) => Promise<readonly RenewedLease[]>;
  start: (holder: LeaseHolder) => Promise<void>;
  /** Returns when the lease is held at this moment. */
  assertHeld: (holder: LeaseHolder) => Promise<void>;
  /** Answers how many of the steps are stored under this epoch; repeating a report changes nothing. */
  recordSteps: (holder: LeaseHolder, steps: readonly ReportedStep[]) => Promise<number>;
  /** A repeated report gets the first answer. */
  complete: (holder: LeaseHolder, result: AttemptResult) => Promise<'success' | 'cancelled'>;
  /** A repeated report gets the first answer. */
  fail: (
    holder: LeaseHolder,
    failure: AttemptFailure,
  ) => Promise<'failed' | 'queued' | 'cancelled'>;
  /** Puts the task back to its old place without raising the retry count. May be repeated. */
  release: (holder: LeaseHolder, modelUsage?: ModelUsage) => Promise<'queued' | 'cancelled'>;
  /**
   * Takes back leases that expired `pardonSeconds` ago or earlier, by default 0: to the queue again, failed when no retry is
   * left, or cancelled.
   */
  takeBackLost: (pardonSeconds?: number) => Promise<readonly EndedLease[]>;
  /** Fails attempts that are `graceSeconds` over their time, because their worker did not end them. Never tried again. */
  endOverdue: (graceSeconds: number) => Promise<readonly EndedLease[]>;
}

const MAX_WAITING_CLAIMS = 2_000;

export function createLeaseStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly bell: Pick<Bell, 'watch'>;
  readonly storageLimits: StorageLimits;
  /** Seconds that a lease holds without renewal. */
  readonly leaseSeconds: number;
  /** The same for tasks of local inference servers, which may be away from here for a while. */
  readonly localLeaseSeconds: number;
  /** How many claims may wait for work at once. Default 2000. */
  readonly maxWaitingClaims?: number;
}): LeaseStore {
  const { database, leaseSeconds, localLeaseSeconds } = dependencies;
  const maxWaiting = dependencies.maxWaitingClaims ?? MAX_WAITING_CLAIMS;

  return {
    claim: createClaim(dependencies, { maxWaiting }),

    renew: (workerId, leases, registrationId) =>
      renewLeases(
        database.pool,
        { workerId, registrationId, leaseSeconds, localLeaseSeconds },
        leases,
      ),

    start: (holder) => startTask(database, holder),

    assertHeld: (holder) => database.transaction((transaction) => holdLease(transaction, holder)),

    recordSteps: (holder, steps) => recordSteps(dependencies, holder, steps),

    async complete(holder, result) {
      const report = { ending: 'success' as const, ...columnsOf(result, leaseSeconds) };
      const status = await endAttempt(dependencies, holder, report);
      return status === 'cancelled' ? status : 'success';
    },

    async fail(holder, failure) {
      const status = await endAttempt(dependencies, holder, {
        ending: failure.retry === 'never' ? 'failed' : failure.retry,
        ...columnsOf(failure, leaseSeconds),
        error: failure.message,
        error_class: failure.errorClass,
        node_path: failure.nodePath,
        page_url: failure.pageUrl,
        httpStatus: failure.httpStatus,
      });
      return status === 'queued' || status === 'cancelled' ? status : 'failed';
    },

    async release(holder, modelUsage) {
      const status = await endAttempt(dependencies, holder, { ending: 'released', modelUsage });
      return status === 'cancelled' ? status : 'queued';
    },

    takeBackLost: (pardonSeconds) => takeBackLost(dependencies, pardonSeconds),

    endOverdue: (graceSeconds) => endOverdue(dependencies, graceSeconds),
  };
}

async function startTask(database: Database, holder: LeaseHolder): Promise<void> {
  const { taskId, workerId, leaseEpoch } = holder;
  assertTaskId(taskId);
  await database.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      `WITH started AS (
         UPDATE tasks t SET status = 'running', started_at = coalesce(started_at, clock_timestamp())
         WHERE id = $1 AND worker_id = $2 AND lease_epoch = $3 AND status IN ('allocated', 'running')
           AND ${HAS_SECRET}
         RETURNING id, lease_epoch, started_at
       )
       UPDATE attempts a SET started_at = s.started_at FROM started s
       WHERE a.task_id = s.id AND a.lease_epoch = s.lease_epoch`,
      [taskId, workerId, leaseEpoch, hashToken(holder.leaseSecret)],
    );
    if (rowCount === 0) throw await lostLease(transaction, holder);
  });
}

function columnsOf(result: AttemptResult, leaseSeconds: number): ReportOfAttempt {
  return {
    modelUsage: result.modelUsage,
    output_data: result.outputData,
    for_loop_status: result.forLoopStatus,
    ...(result.session === 'kept' ? { kept_seconds: leaseSeconds } : {}),
  };
}
