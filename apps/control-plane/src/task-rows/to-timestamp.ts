export function toTimestamp(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
