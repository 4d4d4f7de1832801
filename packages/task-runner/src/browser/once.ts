/** Makes ending idempotent: repeated calls share one promise. */
export function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => (ended ??= end());
}
