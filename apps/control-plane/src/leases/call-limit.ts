import { TooManyRequestsError } from '../http/http-errors.ts';

const MINUTE_MS = 60_000;
/** Enough for any form; protects vaults and mailboxes from a loop in a broken automation. */
const CALLS_PER_MINUTE = 60;

/** Counts the calls of one kind that each task makes in this process. */
export interface CallLimit {
  /** Throws TooManyRequestsError beyond 60 calls per task and minute. */
  readonly count: (taskId: string) => void;
}

export function createCallLimit(now: () => number = () => performance.now()): CallLimit {
  const windows = new Map<string, { readonly endsAt: number; calls: number }>();
  return {
    count(taskId) {
      const time = now();
      for (const [id, { endsAt }] of windows) if (endsAt <= time) windows.delete(id);
      const window = windows.get(taskId) ?? { endsAt: time + MINUTE_MS, calls: 0 };
      windows.set(taskId, window);
      window.calls += 1;
      if (window.calls <= CALLS_PER_MINUTE) return;
      const waitSeconds = Math.ceil((window.endsAt - time) / 1000);
      throw new TooManyRequestsError(CALLS_PER_MINUTE, { waitSeconds, isOfAccount: false });
    },
  };
}
