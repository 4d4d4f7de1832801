import { freeMemory, trimMemory } from './free-memory.ts';

const TRIM_EVERY_MS = 10_000;
/** Collecting garbage blocks the thread for a moment. */
const FREE_EVERY_MS = 300_000;

interface BusyTrimOptions {
  /** Default: `trimMemory`. */
  readonly trim?: () => void;
  /** Default: `freeMemory`, which also trims. */
  readonly free?: () => void;
  /** Milliseconds from any fixed time. */
  readonly now?: () => number;
}

/**
 * Returns a function to call whenever work begins or ends. It trims the memory at most once in ten
 * seconds, and also collects all garbage at most once in five minutes: the C library keeps what each
 * piece of work has freed, V8 lets the heap grow, and a busy process never rests.
 */
export function createBusyTrim({
  trim = trimMemory,
  free = freeMemory,
  now = () => performance.now(),
}: BusyTrimOptions = {}): () => void {
  let trimmedAt = now();
  let freedAt = trimmedAt;
  return () => {
    const at = now();
    if (at - trimmedAt < TRIM_EVERY_MS) return;
    trimmedAt = at;
    if (at - freedAt < FREE_EVERY_MS) return trim();
    freedAt = at;
    free();
  };
}
