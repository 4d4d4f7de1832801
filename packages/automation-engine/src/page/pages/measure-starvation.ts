import { readFileSync } from 'node:fs';

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

interface Starvation {
  /** Returns how long, in milliseconds, the machine was starved during a wait. */
  readonly of: (wait: { readonly passedMs: number; readonly plannedMs: number }) => number;
}

/**
 * Measures from now on how long the machine is starved, by two signs: a wait of this process ends
 * late (a laptop that slept, a process that was stopped), and the kernel reports that tasks had to
 * wait for a CPU. `readStalled` returns the total of the latter in milliseconds.
 */
export function measureStarvation(readStalled = readStalledMs): Starvation {
  let before = readStalled();
  return {
    of({ passedMs, plannedMs }) {
      const now = readStalled();
      const stalledMs = Math.min(now - before, plannedMs * (1 - LEAST_COUNTED));
      before = now;
      const lateMs = Math.max(0, passedMs - plannedMs);
      return Math.min(passedMs, lateMs + stalledMs);
    },
  };
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
