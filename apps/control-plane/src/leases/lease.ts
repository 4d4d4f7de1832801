import type { WorkerSchemas } from '@errand/api-types';

/** What a worker is given of a task, by the names of its protocol. */
export type LeasedTask = WorkerSchemas['LeasedTask'];
/** What a task used of language models. */
export type ModelUsage = WorkerSchemas['ModelUsage'];

/** Who writes under which lease. */
export interface LeaseHolder {
  readonly taskId: string;
  readonly workerId: string;
  readonly leaseEpoch: number;
  /** Given with the lease: who knows the rest only is not the holder. */
  readonly leaseSecret: string;
}

/** A lease that its holder wants to go on with. */
export interface LeaseToRenew {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly leaseSecret: string;
  /** What the task has used until now. Default: as it was. */
  readonly modelUsage?: ModelUsage | undefined;
}

export interface Lease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  /** For the holder alone; the database has its hash. */
  readonly leaseSecret: string;
  readonly leaseSeconds: number;
  readonly expiresAt: Date;
  /** The warm session that a dedicated task runs in; new: its browser is to be started. */
  readonly session: { readonly sessionId: string; readonly isNew: boolean } | null;
  /** Warm sessions of the worker whose browser must end before the task starts. */
  readonly closeSessions: readonly string[];
  readonly task: LeasedTask;
}

export interface RenewedLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly state: 'held' | 'lost';
  /** Null when lost. */
  readonly expiresAt: Date | null;
  /** Stop the task and report; the task is cancelled then. False when lost. */
  readonly cancelRequested: boolean;
}

type WireStep = WorkerSchemas['Step'];

/** What is kept of a step as it was reported, with wire names. */
export type StepDetails = Pick<
  WireStep,
  'waited_for' | 'http_status' | 'dialogs' | 'evidence_artifact_id' | 'log_artifact_id'
>;

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
  /** With their wire names. */
  readonly means?: readonly object[] | undefined;
  readonly healedLocator?: HealedLocator | undefined;
  readonly details?: StepDetails | undefined;
}

/** Locators that would have led to the element of a step. */
export interface HealedLocator {
  readonly failedCommand?: string | undefined;
  readonly command: string;
  readonly candidates: readonly object[];
  readonly pageUrl: string;
}

export interface AttemptResult {
  readonly outputData: unknown;
  readonly forLoopStatus: unknown;
  /** Of the whole task until now. Default: as it was. */
  readonly modelUsage?: ModelUsage | undefined;
  /** What became of the browser of the lease's session. Default closed. */
  readonly session?: 'kept' | 'closed' | undefined;
}

export interface AttemptFailure extends AttemptResult {
  readonly errorClass: string;
  readonly message: string;
  /** Which budget of retries applies. */
  readonly retry: 'infrastructure' | 'automation' | 'never';
  readonly nodePath?: string | undefined;
  readonly pageUrl?: string | undefined;
  /** Of the document that the page showed. */
  readonly httpStatus?: number | undefined;
}

/** An attempt that the control plane ended by itself. */
export interface EndedLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly workerId: string;
  readonly status: 'queued' | 'failed' | 'cancelled';
}
