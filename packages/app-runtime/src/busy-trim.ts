import { trimMemory } from './free-memory.ts';

const TRIM_EVERY_MS = 10_000;

interface BusyTrimOptions {
  /** Default: `trimMemory`. */
  readonly trim?: () => void;
  /** Milliseconds from any fixed time. */
  readonly now?: () => number;
}

/**
 * Returns a function to call whenever work begins or ends. It trims the memory at most once in ten
 * seconds: the C library keeps what each piece of work has freed, and a busy process never rests.
 */
export function createBusyTrim({
  trim = trimMemory,
  now = () => performance.now(),
}: BusyTrimOptions = {}): () => void {
  let trimmedAt = now();
  return () => {
    if (now() - trimmedAt < TRIM_EVERY_MS) return;
    trimmedAt = now();
    trim();
  };
}
