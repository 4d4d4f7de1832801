import { pauseUntilAborted } from '@errand/foundation';
import { readFileSync, statSync } from 'node:fs';

const LOOK_INTERVAL_MS = 1_000;
/** Field indices of user and system time in /proc/PID/stat, after the name. */
const CPU_FIELDS = [11, 12] as const;

/** How long the start of a process may take. */
export interface StartPatience {
  /** Maximum time without progress, in milliseconds. Default 30000. */
  readonly stallMs: number;
  /** Overall limit in milliseconds. Default ten minutes. */
  readonly totalMs: number;
}

const USUAL: StartPatience = { stallMs: 30_000, totalMs: 600_000 };

interface StartingProcess {
  readonly name: string;
  readonly pid: number | undefined;
  readonly logFile: string;
}

/**
 * Waits until the start of a process stalls: no log line, no CPU time and no input for `stallMs`.
 * On a loaded machine the duration of a start means nothing, but a stall does. Resolves with a
 * sentence when it stalls or after `totalMs`, and with undefined when `signal` fires first.
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

/** Returns false when the signal ended the wait. */
async function passed(signal: AbortSignal): Promise<boolean> {
  await pauseUntilAborted(LOOK_INTERVAL_MS, signal);
  return !signal.aborted;
}

/** Returns a string that changes whenever the process does anything. */
function readSigns({ pid, logFile }: StartingProcess): string {
  const logged = statSync(logFile, { throwIfNoEntry: false })?.size;
  const fields = readProcessFile(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [logged, ...CPU_FIELDS.map((index) => fields[index]), readProcessFile(pid, 'io')].join();
}

/** Returns an empty string when the file is missing: only the log counts then. */
function readProcessFile(pid: number | undefined, name: 'io' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
