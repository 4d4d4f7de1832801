import { pauseUntilAborted } from '@errand/foundation';
import { readFileSync, statSync } from 'node:fs';

const LOOK_INTERVAL_MS = 1_000;
/** In /proc/PID/stat behind the name: user and system time. */
const CPU_FIELDS = [11, 12] as const;

/** How long the start of a process may take. */
export interface StartPatience {
  /** Longest time without a sign of progress, in milliseconds. Default 30000. */
  readonly stallMs: number;
  /** Last bound whatever the process does, in milliseconds. Default ten minutes. */
  readonly totalMs: number;
}

const USUAL: StartPatience = { stallMs: 30_000, totalMs: 600_000 };

interface StartingProcess {
  readonly name: string;
  readonly pid: number | undefined;
  readonly logFile: string;
}

/**
 * Waits for the start of a process to stall: no line in its log, no CPU time and nothing read for `stallMs`. How long a start takes
 * says nothing on a loaded machine; that it stands still does. Resolves with a sentence when it stalls or `totalMs` are over,
 * and with undefined when `signal` fires first.
 */
export async function untilStalled(
  process: StartingProcess,
  signal: AbortSignal,
  patience: StartPatience = USUAL,
): Promise<string | undefined> {
  const startedAt = performance.now();
  let seen = readSigns(process);
  let seenAt = startedAt;
  while (await passed(signal)) {
    const now = performance.now();
    const signs = readSigns(process);
    if (signs !== seen) [seen, seenAt] = [signs, now];
    if (now - seenAt > patience.stallMs) {
      return `${process.name} made no progress for ${patience.stallMs} ms while it started.`;
    }
    if (now - startedAt > patience.totalMs) {
      return `${process.name} was not ready within ${patience.totalMs} ms.`;
    }
  }
  return undefined;
}

/** False when the signal ended the wait. */
async function passed(signal: AbortSignal): Promise<boolean> {
  await pauseUntilAborted(LOOK_INTERVAL_MS, signal);
  return !signal.aborted;
}

/** Changes while the process does anything. */
function readSigns({ pid, logFile }: StartingProcess): string {
  const logged = statSync(logFile, { throwIfNoEntry: false })?.size;
  const fields = readProcessFile(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [logged, ...CPU_FIELDS.map((index) => fields[index]), readProcessFile(pid, 'io')].join();
}

/** Empty where there is no such file: then the log alone counts. */
function readProcessFile(pid: number | undefined, name: 'io' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
