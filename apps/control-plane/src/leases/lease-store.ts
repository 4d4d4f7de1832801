import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import type { JobQueue } from '../queue/job-queue.ts';

/** Who writes under which lease. */
export interface LeaseHolder {
  readonly taskId: string;
  readonly workerId: string;
  readonly leaseEpoch: number;
}

export interface LeasedTask {
  readonly recordingId: string;
  readonly endpointName: string;
  /** Of the version that the task was submitted against, as its author sent it. */
  readonly automation: Readonly<Record<string, unknown>>;
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  readonly secureParameters: Readonly<Record<string, unknown>>;
  readonly rdpParameter: unknown;
  readonly uniqueParameterNames: readonly string[];
  readonly maxTimeoutInMinutes: number;
  readonly useProxy: boolean;
  readonly isDedicated: boolean;
  readonly retryCount: number;
  /** From 1. */
  readonly attempt: number;
  readonly createdAt: Date;
}

export interface Lease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly leaseSeconds: number;
  readonly expiresAt: Date;
  readonly task: LeasedTask;
}

export interface RenewedLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly state: 'held' | 'lost';
  /** Null when lost. */
  readonly expiresAt: Date | null;
  readonly cancelRequested: boolean;
}

export interface ReportedStep {
  readonly sequence: number;
  readonly nodePath: string;
  readonly kind: string;
  readonly outcome: 'done' | 'skipped' | 'failed';
  readonly reason?: string | undefined;
  readonly errorClass?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly pageUrl?: string | undefined;
  readonly screenshotArtifactId?: string | undefined;
}

export interface AttemptResult {
  readonly outputData: unknown;
  readonly forLoopStatus: unknown;
}

export interface AttemptFailure extends AttemptResult {
  readonly errorClass: string;
  readonly message: string;
  /** Which budget of retries applies. */
  readonly retry: 'infrastructure' | 'automation' | 'never';
  readonly nodePath?: string | undefined;
  readonly pageUrl?: string | undefined;
}

export interface LostLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly workerId: string;
  readonly status: 'queued' | 'failed';
}

/**
 * Leases of tasks, kept on the task row and decided by the database's clock.
 * Every write of a holder throws LeaseLostError when the lease is no longer its own, TaskNotFoundError for an unknown id.
 */
export interface LeaseStore {
  /** Takes the best waiting task; undefined when none came up in `waitSeconds` or the signal fired. Throws TooManyClaimsError. */
  claim: (claim: {
    readonly workerId: string;
    readonly waitSeconds: number;
    readonly signal: AbortSignal;
  }) => Promise<Lease | undefined>;
  /** Moves the expiry of all leases that are still held to now + the lease time, in one statement. Same order as given. */
  renew: (
    workerId: string,
    leases: readonly { readonly taskId: string; readonly leaseEpoch: number }[],
  ) => Promise<readonly RenewedLease[]>;
  start: (holder: LeaseHolder) => Promise<void>;
  /** Answers how many of the steps are stored under this epoch; repeating a report changes nothing. */
  recordSteps: (holder: LeaseHolder, steps: readonly ReportedStep[]) => Promise<number>;
  /** A repeated report gets the first answer. */
  complete: (holder: LeaseHolder, result: AttemptResult) => Promise<'success'>;
  /** A repeated report gets the first answer. */
  fail: (holder: LeaseHolder, failure: AttemptFailure) => Promise<'failed' | 'queued'>;
  /** Puts the task back to its old place without raising the retry count. May be repeated. */
  release: (holder: LeaseHolder) => Promise<'queued'>;
  /** Takes back leases that expired: to the queue again, or failed when no retry is left. */
  takeBackLost: () => Promise<readonly LostLease[]>;
}

export function createLeaseStore(_dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  /** Seconds that a lease holds without renewal. */
  readonly leaseSeconds: number;
}): LeaseStore {
  throw new Error('The lease store is being written.');
}
