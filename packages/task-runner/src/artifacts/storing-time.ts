/**
 * How long a worker that is stopping stores the results of finished runs, once it has handed back
 * its other tasks. The worker's grace period must be longer than `DRAIN_SECONDS` plus this.
 */
export const STORING_MS = 120_000;

/** How long the files of a cancelled task are stored: its login and its slot wait for that. */
const CANCELLED_MS = 4_000;

/** The control plane gets the report of an attempt this long before it ends the attempt itself. */
const REPORT_MS = 5_000;

/** The reason of a signal that fires because the control plane will soon end the attempt. */
const ATTEMPT_OVER = 'the attempt has used up its time';
/** The reason of a signal that fires because the task is cancelled. */
const CANCELLED = 'the task was cancelled';

/** How long storing the files of an attempt may take. */
export interface StoringTime extends Disposable {
  /** Fires when a video or trace must wait no longer, so that time is left for the results. */
  readonly extrasOver: AbortSignal;
  /** Fires when the end of the attempt must be reported, with or without its files. */
  readonly resultsOver: AbortSignal;
}

interface Limits {
  /** Starts the time limit `storingMs` of a worker that is stopping. */
  readonly drained: AbortSignal;
  /** Starts the time limit of a cancelled task. */
  readonly cancelled: AbortSignal;
  readonly storingMs?: number | undefined;
  readonly task: {
    readonly max_timeout_in_minutes: number;
    /** Default: the control plane does not end the attempt. */
    readonly timeout_grace_seconds?: number;
  };
}

/**
 * An attempt's time, counted from now, is its timeout plus the grace period. Without a grace
 * period, the control plane does not end the attempt.
 */
export function openStoringTime({
  drained,
  cancelled,
  storingMs = STORING_MS,
  task,
}: Limits): StoringTime {
  const extras = new AbortController();
  const results = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const limit = (ms: number, reason?: string): void => {
    timers.push(
      setTimeout(() => extras.abort(reason), ms / 2),
      setTimeout(() => results.abort(reason), ms),
    );
  };
  const graceMs = (task.timeout_grace_seconds ?? 0) * 1_000;
  if (graceMs > 0) {
    const timeoutMs = task.max_timeout_in_minutes * 60_000;
    const resultsMs = Math.max(graceMs - REPORT_MS, graceMs / 2);
    timers.push(
      setTimeout(() => extras.abort(ATTEMPT_OVER), timeoutMs + resultsMs / 2),
      setTimeout(() => results.abort(ATTEMPT_OVER), timeoutMs + resultsMs),
    );
  }
  const over = new AbortController();
  const whenAborted = (signal: AbortSignal, begin: () => void): void => {
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true, signal: over.signal });
  };
  whenAborted(drained, () => limit(storingMs));
  whenAborted(cancelled, () => limit(CANCELLED_MS, CANCELLED));
  return {
    extrasOver: extras.signal,
    resultsOver: results.signal,
    [Symbol.dispose]() {
      over.abort();
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
