import type { TraceContext } from '@errand/tracing';

/** How a task can end. */
type FinalStatus = 'success' | 'failed' | 'cancelled';

/**
 * `drain`: the worker shuts down; `unfit`: it lacks something that the task needs; `revoked`: its
 * registration was revoked while it waited for the task.
 */
export type ReleaseReason = 'drain' | 'unfit' | 'revoked';

/**
 * Observes what happens to tasks, for metrics. Called once the change is committed, by the process
 * that made it. No value that users choose becomes a label: see `create-metrics.ts`.
 */
export interface Observer {
  /** `local`: a local inference server runs it. Replays of a submission are left out. */
  readonly taskSubmitted: (place: 'fleet' | 'local') => void;
  /**
   * A worker got a task. `label`: the lane's; undefined for a task given to a warm session, which
   * waited for its browser, not for a worker.
   */
  readonly taskClaimed: (claim: {
    readonly label: string | undefined;
    /** Time since a worker could first have taken the task. */
    readonly waitedSeconds: number;
  }) => void;
  /** `errorClass` as it was reported, which need not be a known class. */
  readonly taskEnded: (status: FinalStatus, errorClass?: string) => void;
  /** `expired`: not renewed in time; `overdue`: still running after its time limit. */
  readonly leaseLost: (reason: 'expired' | 'overdue') => void;
  /** A task went back unfinished, without a retry. */
  readonly leaseReleased: (reason: ReleaseReason) => void;
  /** One attempt of a callback or an email; `pending` will be tried again. */
  readonly callbackTried: (outcome: 'delivered' | 'failed' | 'pending', seconds: number) => void;
  /** A schedule was due. */
  readonly scheduleRun: (outcome: 'submitted' | 'skipped' | 'refused' | 'missed') => void;
  readonly rowsDeleted: (kind: 'task' | 'file', count: number) => void;
  /** An attempt ended without a report of its worker. */
  readonly attemptEnded?: (attempt: EndedAttempt) => void;
  /** One entry for each kind of check. */
  readonly queueChecked: (counts: readonly DeviationCount[]) => void;
}

interface DeviationCount {
  readonly kind: string;
  readonly severity: 'fault' | 'notice';
  /** The number of deviations. */
  readonly count: number;
}

/** An attempt that this server ended itself. */
export interface EndedAttempt {
  readonly taskId: string;
  /** Number of the attempt: the epoch of its lease. */
  readonly attempt: number;
  readonly workerId: string;
  readonly outcome: 'lost' | 'timeout' | 'failed' | 'released';
  readonly errorClass?: string | undefined;
  /** The trace of the task; undefined: none. */
  readonly trace: TraceContext | undefined;
  readonly allocatedAt: Date;
  readonly endedAt: Date;
}

/** What `leaveTask` returns. */
interface Departed {
  readonly isDone: boolean;
  readonly status: string | null;
}

/** Reports the end of a task; a no-op unless a transition made it final just now. */
export function observeEnd(
  observer: Pick<Observer, 'taskEnded'> | undefined,
  { isDone, status }: Departed,
  errorClass?: string,
): void {
  if (!observer || !isDone) return;
  if (status === 'failed') observer.taskEnded(status, errorClass);
  else if (status === 'success' || status === 'cancelled') observer.taskEnded(status);
}
