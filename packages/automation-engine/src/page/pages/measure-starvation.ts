import { readFileSync } from 'node:fs';

/** Of the container first, which may have less than the machine has. Not every kernel keeps them. */
const pressureFiles = ['/sys/fs/cgroup/cpu.pressure', '/proc/pressure/cpu'];
/** Time that counts however busy the machine is, so that a page that hangs is found there too. */
const leastCounted = 1 / 3;

interface Starvation {
  /** How much of a wait the machine had no time for what was waited for. */
  readonly of: (wait: { readonly passedMs: number; readonly plannedMs: number }) => number;
}

/**
 * Two signs that the machine is starved, from now on: a wait of ours ends late (a laptop that slept, a process that was stopped),
 * and the kernel reports that tasks had to wait for a CPU. `readStalled` returns how long in all, in milliseconds.
 */
export function measureStarvation(readStalled = readStalledMs): Starvation {
  let before = readStalled();
  return {
    of({ passedMs, plannedMs }) {
      const now = readStalled();
      const stalledMs = Math.min(now - before, plannedMs * (1 - leastCounted));
      before = now;
      const lateMs = Math.max(0, passedMs - plannedMs);
      return Math.min(passedMs, lateMs + stalledMs);
    },
  };
}

/** 0 where the kernel does not keep it. */
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
