import { readFileSync } from 'node:fs';
import { type Deadline, settlesWithin } from './deadline.ts';

/**
 * The container's file first, because the container may have less CPU than the machine. Not every
 * kernel has these files.
 */
const pressureFiles = ['/sys/fs/cgroup/cpu.pressure', '/proc/pressure/cpu'];
/**
 * Share of a wait that always counts, however busy the machine is, so that a hanging page is
 * detected even then.
 */
const LEAST_COUNTED = 1 / 3;

/** The longest wait between two readings. */
const SLICE_MS = 250;

/** When to stop waiting, however starved the machine is. Default: at no time. */
type Limit = Pick<Deadline, 'signal'> & Partial<Pick<Deadline, 'remainingMs'>>;

interface Slice {
  readonly isSettled: boolean;
  readonly passedMs: number;
  /** The part of that time in which the machine had too little CPU. */
  readonly starvedMs: number;
}

interface Starvation {
  /** Returns how long, in milliseconds, the machine was starved during a wait. */
  readonly of: (wait: { readonly passedMs: number; readonly plannedMs: number }) => number;
  /** Waits for a promise, for at most `restMs` and at most a quarter of a second. */
  readonly waitFor: (
    promise: Promise<unknown>,
    restMs: number,
    signal: AbortSignal,
  ) => Promise<Slice>;
}

/**
 * Measures from now on how long the machine is starved, by two signs: a wait of this process ends
 * late (a laptop that slept, a process that was stopped), and the kernel reports that tasks had to
 * wait for a CPU. `readStalled` returns the total of the latter in milliseconds.
 */
export function measureStarvation(readStalled = readStalledMs): Starvation {
  let before = readStalled();
  const of: Starvation['of'] = ({ passedMs, plannedMs }) => {
    const now = readStalled();
    const stalledMs = Math.min(now - before, plannedMs * (1 - LEAST_COUNTED));
    before = now;
    const lateMs = Math.max(0, passedMs - plannedMs);
    return Math.min(passedMs, lateMs + stalledMs);
  };
  return {
    of,
    async waitFor(promise, restMs, signal) {
      const start = performance.now();
      const plannedMs = Math.min(SLICE_MS, restMs);
      const isSettled = await settlesWithin(promise, plannedMs, signal);
      const passedMs = performance.now() - start;
      return { isSettled, passedMs, starvedMs: of({ passedMs, plannedMs }) };
    },
  };
}

/**
 * Returns whether the promise resolves within `patienceMs`, and before the limit. Time by which this
 * process was late does not count for `patienceMs`; of the rest, at most two thirds are excused
 * because the machine was starved. Rejects if the promise does.
 */
export async function settlesUnstarved(
  promise: Promise<unknown>,
  patienceMs: number,
  { signal, remainingMs = () => Number.POSITIVE_INFINITY }: Limit,
): Promise<boolean> {
  const unmeasuredMs = Math.min(SLICE_MS, patienceMs, remainingMs());
  // Measuring costs more than most calls take.
  if (await settlesWithin(promise, unmeasuredMs, signal)) return true;
  const starvation = measureStarvation();
  let restMs = patienceMs - unmeasuredMs;
  // Only a part of each slice may count, so the rest would never be 0.
  while (restMs >= 1 && remainingMs() > 0) {
    const longestMs = Math.min(restMs, remainingMs());
    const { isSettled, passedMs, starvedMs } = await starvation.waitFor(promise, longestMs, signal);
    if (isSettled) return true;
    restMs -= passedMs - starvedMs;
  }
  return false;
}

/** Returns 0 if the kernel does not report it. */
function readStalledMs(): number {
  for (const file of pressureFiles) {
    const total = /^some .*total=(\d+)/m.exec(readIfThere(file))?.[1];
    if (total !== undefined) return Number(total) / 1000;
  }
  return 0;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
