/**
 * How long a worker that is stopping stores the results of finished runs, once it has handed back
 * its other tasks. Its grace period must be longer than `DRAIN_SECONDS` plus this.
 */
export const STORING_MS = 120_000;

/** How long storing the files of an attempt may take. Unlimited, unless its worker is stopping. */
export interface StoringTime extends Disposable {
  /** Fires when a video or trace must wait no longer, so that time is left for the results. */
  readonly extrasOver: AbortSignal;
  /** Fires when the end of the attempt must be reported, with or without its files. */
  readonly resultsOver: AbortSignal;
}

/** The time starts when `drained` fires. */
export function openStoringTime(drained: AbortSignal, storingMs = STORING_MS): StoringTime {
  const extras = new AbortController();
  const results = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const begin = (): void => {
    timers.push(
      setTimeout(() => extras.abort(), storingMs / 2),
      setTimeout(() => results.abort(), storingMs),
    );
  };
  if (drained.aborted) begin();
  else drained.addEventListener('abort', begin, { once: true });
  return {
    extrasOver: extras.signal,
    resultsOver: results.signal,
    [Symbol.dispose]() {
      drained.removeEventListener('abort', begin);
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
