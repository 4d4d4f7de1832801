import type { Heartbeat } from '../control-plane-client.ts';

/** A heartbeat in a form that any thread can send. */
export interface Beat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Heartbeat & { readonly worker_id: string };
  /** How often the main thread sends a heartbeat. */
  readonly intervalMs: number;
}

/** Indices of a clock shared by both threads, in microseconds of `sharedNow`. */
export interface BeatClock {
  /** When the main thread last sent a heartbeat. */
  readonly sentAt: 0;
  /** When the other thread sent the last heartbeat that renewed everything in it. */
  readonly renewedAt: 1;
}

export const BEAT_CLOCK: BeatClock = { sentAt: 0, renewedAt: 1 };

/**
 * Returns microseconds since an origin common to all threads; `performance` has its own origin in
 * each.
 */
export function sharedNow(): bigint {
  return process.hrtime.bigint() / 1_000n;
}
