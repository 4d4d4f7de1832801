/**
 * Shares one reading among all that ask while it is under way and for `forMs` after it began.
 * A failed one is not kept.
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
