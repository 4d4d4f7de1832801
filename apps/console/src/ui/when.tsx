import { useSyncExternalStore } from 'react';
import { formatAgo, formatMoment } from './format.ts';

const STEP_MS = 10_000;

// One clock for all times on the page, so that they update together.
let now = Date.now();
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The clock is stopped while the page shows no time.
  if (clock === undefined) now = Date.now();
  clock ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

interface WhenProps {
  /** ISO 8601; null shows a dash. */
  readonly time: string | null | undefined;
}

/** How long ago, with the exact time as its title. */
export function When({ time }: WhenProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  if (!time) return <span className="soft">–</span>;
  return (
    <time dateTime={time} title={formatMoment(time)}>
      {formatAgo(time, current)}
    </time>
  );
}
