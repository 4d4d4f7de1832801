const ENTRIES = 60;
const PORTION = 15;

export interface ActivityPortion {
  readonly entries: readonly string[];
  /** Start of the next portion; null at the end. */
  readonly next: number | null;
}

export function activityFeed(from: number): ActivityPortion {
  const end = Math.min(from + PORTION, ENTRIES);
  const length = Math.max(0, end - from);
  const entries = Array.from(
    { length },
    (_, index) => `Event ${from + index + 1}: shipment scanned`,
  );
  return { entries, next: end < ENTRIES ? end : null };
}
