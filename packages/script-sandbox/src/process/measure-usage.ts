import { readdirSync, readFileSync, statfsSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export interface Usage {
  readonly memoryMb: number;
  /** CPU time of all processes observed so far. */
  readonly cpuSeconds: number;
}

const TMPFS_TYPE = 0x01021994;

/**
 * Returns the number of files and directories in a sandbox's private /tmp; 0 when there is none or
 * it is not visible.
 */
export function countPrivateFiles(pid: number): number {
  try {
    const { type, files, ffree } = statfsSync(`/proc/${pid}/root/tmp`);
    return type === TMPFS_TYPE ? files - ffree : 0;
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(String(code))) return 0;
    throw error;
  }
}

/** Returns the ids of all descendants of a process. Empty if the process is gone. */
export function listDescendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...listDescendants(child)]);
}

/**
 * Returns a function that measures the combined usage of a process and its descendants. It
 * remembers the usage of processes that have ended since: a parent that ignores SIGCHLD is not
 * charged for them.
 */
export function createUsageMeter(pid: number): () => Usage {
  let seen = new Map<string, number>();
  let secondsOfDead = 0;
  return () => {
    const living = [pid, ...listDescendants(pid)].map(measureProcess);
    const now = new Map(living.map(({ key, ownSeconds }) => [key, ownSeconds]));
    for (const [key, seconds] of seen) if (!now.has(key)) secondsOfDead += seconds;
    seen = now;
    const seenSeconds = secondsOfDead + sum([...now.values()]);
    // Both are too low, but their sum would count a child twice if its parent has waited for it.
    const waitedFor = sum(living.map(({ ownSeconds, childSeconds }) => ownSeconds + childSeconds));
    return {
      memoryMb: sum(living.map(({ memoryMb }) => memoryMb)),
      cpuSeconds: Math.max(seenSeconds, waitedFor),
    };
  };
}

interface ProcessUsage {
  /** The id and the start time, because ids are reused. */
  readonly key: string;
  readonly memoryMb: number;
  readonly ownSeconds: number;
  /** CPU time of the children that the process has waited for. */
  readonly childSeconds: number;
}

function measureProcess(pid: number): ProcessUsage {
  const resident = /^VmRSS:\s*(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1];
  // The fields after the name, which may contain anything.
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const seconds = (from: number) =>
    sum(fields.slice(from, from + 2).map(Number)) / TICKS_PER_SECOND;
  return {
    key: `${pid} ${fields[19] ?? ''}`,
    memoryMb: Number(resident ?? 0) / 1024,
    ownSeconds: seconds(11),
    childSeconds: seconds(13),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function childrenOf(pid: number): number[] {
  return readTasks(pid).flatMap((task) =>
    readProcess(pid, `task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function readTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    return emptyIfGone(error, []);
  }
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    return emptyIfGone(error, '');
  }
}

/** Returns `empty` for a process that has ended, which can happen at any time. */
function emptyIfGone<Empty>(error: unknown, empty: Empty): Empty {
  const code = Error.isError(error) && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ESRCH') return empty;
  throw error;
}
