/**
 * Shares one reading among all callers while it is in progress and until `forMs` after it began.
 * Does not keep a failed reading.
 */
export function shareReading<Reading>(
  read: () => Promise<Reading>,
  forMs: number,
): () => Promise<Reading> {
  let shared: { readonly startedAt: number; readonly reading: Promise<Reading> } | undefined;
  let isUnderWay = false;
  return () => {
    const now = performance.now();
    if (shared && (isUnderWay || now - shared.startedAt < forMs)) return shared.reading;
    isUnderWay = true;
    const reading = read().finally(() => (isUnderWay = false));
    reading.catch(() => (shared = undefined));
    shared = { startedAt: now, reading };
    return reading;
  };
}
