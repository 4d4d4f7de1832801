import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { assertTaskId } from '../task-rows/get-task.ts';
import type { Observer, ReleaseReason } from '../telemetry/observer.ts';
import type { Bell } from '../transitions/bell.ts';
import { createClaim, type Claim } from './claim-when-ready.ts';
import { endAttempt, type ReportOfAttempt, returnUnclaimed } from './end-attempt.ts';
import { HAS_SECRET, holdLease, lostLease } from './held-lease.ts';
import type {
  LeaseHolder,
  LeaseToRenew,
  RenewedLease,
  ReportedStep,
  AttemptResult,
  AttemptFailure,
  EndedLease,
  Lease,
  ModelUsage,
} from './lease.ts';
import { recordSteps } from './record-steps.ts';
import { renewLeases } from './renew-leases.ts';
import { endOverdue, type OnFailure, takeBackLost } from './take-back-lost.ts';

/**
 * Leases of tasks, stored in the task row and timed by the database's clock. Once a cancellation
 * has been requested, the task becomes cancelled however the attempt ends, and every report of the
 * end returns this status. Every write of a holder throws LeaseLostError if it no longer holds the
 * lease, and TaskNotFoundError for an unknown id.
 */
export interface LeaseStore {
  claim: Claim;
  /**
   * In one statement, moves the expiry of every lease still held to now plus its lease time.
   * Returns the leases in the given order.
   */
  renew: (
    workerId: string,
    leases: readonly LeaseToRenew[],
    /** The worker's current registration: its screen shows the attempts. Default: unchanged. */
    registrationId?: string,
  ) => Promise<readonly RenewedLease[]>;
  start: (holder: LeaseHolder) => Promise<void>;
  /** Resolves if the lease is held at this moment. */
  assertHeld: (holder: LeaseHolder) => Promise<void>;
  /**
   * Returns how many of the steps are stored under this epoch. Repeating a report changes nothing.
   */
  recordSteps: (holder: LeaseHolder, steps: readonly ReportedStep[]) => Promise<number>;
  /** A repeated report returns the first status. */
  complete: (holder: LeaseHolder, result: AttemptResult) => Promise<'success' | 'cancelled'>;
  /** A repeated report returns the first status. */
  fail: (
    holder: LeaseHolder,
    failure: AttemptFailure,
  ) => Promise<'failed' | 'queued' | 'cancelled'>;
  /** Puts the task back in its old place without raising the retry count. Safe to repeat. */
  release: (
    holder: LeaseHolder,
    handBack?: {
      /** Only for metrics. Default `drain`. */
      readonly reason?: ReleaseReason;
      readonly modelUsage?: ModelUsage | undefined;
    },
  ) => Promise<'queued' | 'cancelled'>;
  /**
   * Puts back the task of a lease that its claimer never received. A warm session that the task
   * would have used stays, with its worker's browser.
   */
  returnUnclaimed: (
    lease: Lease & { readonly workerId: string },
    /** Only for metrics. */
    reason?: ReleaseReason,
  ) => Promise<void>;
  /**
   * Takes back leases that expired at least `pardonSeconds` ago (default 0). Their tasks are queued
   * again, failed if no retry is left, or cancelled.
   */
  takeBackLost: (pardonSeconds?: number, onFailure?: OnFailure) => Promise<readonly EndedLease[]>;
  /**
   * Fails attempts that exceed their time by `graceSeconds` because their worker did not end them.
   * These are never retried.
   */
  endOverdue: (graceSeconds: number, onFailure?: OnFailure) => Promise<readonly EndedLease[]>;
}

const MAX_WAITING_CLAIMS = 2_000;

export function createLeaseStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly bell: Pick<Bell, 'watch'>;
  readonly storageLimits: StorageLimits;
  readonly observer?: Observer | undefined;
  /** How long a lease lasts without renewal, in seconds. */
  readonly leaseSeconds: number;
  /** Lease time of local inference servers, which may be offline for a while. */
  readonly localLeaseSeconds: number;
  /** How much longer than its timeout an attempt may last, in seconds. Default: not reported. */
  readonly timeoutGraceSeconds?: number | undefined;
  /** How many claims may wait for work concurrently. Default 2000. */
  readonly maxWaitingClaims?: number;
}): LeaseStore {
  const { database, leaseSeconds, localLeaseSeconds } = dependencies;
  const maxWaiting = dependencies.maxWaitingClaims ?? MAX_WAITING_CLAIMS;

  return {
    claim: createClaim(dependencies, { maxWaiting }),

    renew: (workerId, leases, registrationId) =>
      renewLeases(
        database.heartbeats,
        { workerId, registrationId, leaseSeconds, localLeaseSeconds },
        leases,
      ),

    start: (holder) => startTask(database, holder),

    assertHeld: (holder) => assertHeld(database, holder),

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
        ...describeFailure(failure),
      });
      return status === 'queued' || status === 'cancelled' ? status : 'failed';
    },

    async release(holder, { reason: releaseReason = 'drain', modelUsage: model_usage } = {}) {
      const report = { ending: 'released' as const, releaseReason, model_usage };
      const status = await endAttempt(dependencies, holder, report);
      return status === 'cancelled' ? status : 'queued';
    },

    async returnUnclaimed(lease, reason) {
      await returnUnclaimed(dependencies, lease, reason);
    },

    takeBackLost: (...given) => takeBackLost(dependencies, ...given),

    endOverdue: (...given) => endOverdue(dependencies, ...given),
  };
}

function assertHeld(database: Database, holder: LeaseHolder): Promise<void> {
  return database.transaction((transaction) => holdLease(transaction, holder, database));
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

function describeFailure(failure: AttemptFailure): ReportOfAttempt {
  return {
    error: failure.message,
    error_class: failure.errorClass,
    node_path: failure.nodePath,
    page_url: failure.pageUrl,
    httpStatus: failure.httpStatus,
    checkpoints: failure.checkpoints,
  };
}

function columnsOf(result: AttemptResult, leaseSeconds: number): ReportOfAttempt {
  return {
    model_usage: result.modelUsage,
    output_data: result.outputData,
    for_loop_status: result.forLoopStatus,
    ...(result.session === 'kept' ? { kept_seconds: leaseSeconds } : {}),
  };
}
