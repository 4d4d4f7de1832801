import type { Heartbeat } from '../control-plane-client.ts';

/** A heartbeat as any thread can send it. */
export interface Beat {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Heartbeat & { readonly worker_id: string };
  /** How often the main thread sends one. */
  readonly intervalMs: number;
}

/** What both threads write to and read, in microseconds of `sharedNow`. */
export interface BeatClock {
  /** When the main thread last sent a heartbeat. */
  readonly sentAt: 0;
  /** When the other thread sent the one that last renewed everything in it. */
  readonly renewedAt: 1;
}

export const BEAT_CLOCK: BeatClock = { sentAt: 0, renewedAt: 1 };

/** Microseconds since a moment that is the same for all threads: `performance` has one of its own in each. */
export function sharedNow(): bigint {
  return process.hrtime.bigint() / 1_000n;
}
