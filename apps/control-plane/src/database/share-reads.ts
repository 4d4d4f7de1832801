/** How long callers gather while an earlier read with the same arguments runs, in milliseconds. */
const LONGEST_GATHERING_MS = 20;

/** The callers that wait while a read runs. */
interface Running<Result> {
  next: PromiseWithResolvers<Result> | undefined;
}

/**
 * Lets concurrent callers with the same arguments share one read. No caller joins a read that has
 * begun, so each caller sees everything that was committed before its call: while a read runs,
 * later callers gather for the next read. A hanging read does not hold up later ones: after 20 ms,
 * the next one begins anyway. The callers of one read share its result, which they must not change,
 * or its error.
 */
export function shareReads<Place extends readonly string[], Result>(
  read: (...place: Place) => Promise<Result>,
): (...place: Place) => Promise<Result> {
  const readings = new Map<string, Running<Result>>();

  function begin(key: string, place: Place): Promise<Result> {
    const running: Running<Result> = { next: undefined };
    readings.set(key, running);
    const proceed = (): void => {
      if (readings.get(key) !== running) return;
      if (running.next) running.next.resolve(begin(key, place));
      else readings.delete(key);
    };
    const timer = setTimeout(proceed, LONGEST_GATHERING_MS);
    const result = read(...place);
    const end = (): void => {
      clearTimeout(timer);
      proceed();
    };
    result.then(end, end);
    return result;
  }

  return (...place) => {
    const key = JSON.stringify(place);
    const running = readings.get(key);
    if (!running) return begin(key, place);
    running.next ??= Promise.withResolvers();
    return running.next.promise;
  };
}
