import type { WorkerSchemas } from '@errand/api-types';
import type { TraceContext } from '@errand/tracing';
import type { Checkpoint } from '../transitions/continuation.ts';

/** The part of a task that its worker gets, with the names of the worker protocol. */
export type LeasedTask = WorkerSchemas['LeasedTask'];
/** A task's use of language models. */
export type ModelUsage = WorkerSchemas['ModelUsage'];

/** Identifies the holder of a lease. */
export interface LeaseHolder {
  readonly taskId: string;
  readonly workerId: string;
  readonly leaseEpoch: number;
  /**
   * Returned with the lease. The other members alone do not prove that the caller is the holder.
   */
  readonly leaseSecret: string;
  /** The trace of the task, for the log. Default: not logged. */
  readonly trace?: TraceContext | undefined;
}

/** A lease that its holder wants to renew. */
export interface LeaseToRenew {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly leaseSecret: string;
  /** The task's use so far. Default: unchanged. */
  readonly modelUsage?: ModelUsage | undefined;
}

export interface Lease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  /** Only the holder knows the secret; the database stores its hash. */
  readonly leaseSecret: string;
  readonly leaseSeconds: number;
  readonly expiresAt: Date;
  /** The warm session that a dedicated task runs in. If new, the worker must start its browser. */
  readonly session: { readonly sessionId: string; readonly isNew: boolean } | null;
  /** Warm sessions of the worker whose browsers must be closed before the task starts. */
  readonly closeSessions: readonly string[];
  readonly task: LeasedTask;
  /** The trace that the task belongs to; undefined: none. */
  readonly trace: TraceContext | undefined;
  /** A debug session that replays a trace; `key`: the trace's object, while there is one. */
  readonly replay?: { readonly key?: string } | undefined;
}

export interface RenewedLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly state: 'held' | 'lost';
  /** Null when lost. */
  readonly expiresAt: Date | null;
  /**
   * If true, the worker stops the task and reports, and the task becomes cancelled. False for a
   * lost lease.
   */
  readonly cancelRequested: boolean;
}

type WireStep = WorkerSchemas['Step'];

/** Members of a step that are stored as reported, with wire names. */
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
  /** Members have their wire names. */
  readonly means?: readonly object[] | undefined;
  readonly healedLocator?: HealedLocator | undefined;
  readonly details?: StepDetails | undefined;
}

/** Locators that would have found the element of a step. */
export interface HealedLocator {
  readonly failedCommand?: string | undefined;
  readonly command: string;
  readonly candidates: readonly object[];
  readonly pageUrl: string;
}

export interface AttemptResult {
  readonly outputData: unknown;
  readonly forLoopStatus: unknown;
  /** Usage of the whole task so far. Default: unchanged. */
  readonly modelUsage?: ModelUsage | undefined;
  /** What happened to the browser of the lease's session. Default closed. */
  readonly session?: 'kept' | 'closed' | undefined;
}

export interface AttemptFailure extends AttemptResult {
  readonly errorClass: string;
  readonly message: string;
  /** Which retry budget applies. */
  readonly retry: 'infrastructure' | 'automation' | 'never';
  readonly nodePath?: string | undefined;
  readonly pageUrl?: string | undefined;
  /** HTTP status of the document that the page showed. */
  readonly httpStatus?: number | undefined;
  /** Where the task could be continued. */
  readonly checkpoints?: readonly Checkpoint[] | undefined;
}

/** An attempt that the control plane ended. */
export interface EndedLease {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly workerId: string;
  readonly status: 'queued' | 'failed' | 'cancelled';
  /** The trace that the task belongs to; undefined: none. */
  readonly trace: TraceContext | undefined;
}
