import { readdirSync, readFileSync, statfsSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Usage {
  readonly memoryMb: number;
  /** CPU time of living processes and of children they have waited for. */
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

/** Returns the ids of all descendants of a process. Empty if it is gone. */
export function listDescendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...listDescendants(child)]);
}

/** Returns the combined usage of a process and its descendants. */
export function measureUsage(pid: number): Usage {
  let memoryMb = 0;
  let cpuSeconds = 0;
  for (const each of [pid, ...listDescendants(pid)]) {
    const resident = /^VmRSS:\s*(\d+) kB/m.exec(readProcess(each, 'status'))?.[1];
    memoryMb += Number(resident ?? 0) / 1024;
    // The fields after the name, which may contain anything: user and system time, and those of
    // children.
    const fields = readProcess(each, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    cpuSeconds += ticks / TICKS_PER_SECOND;
  }
  return { memoryMb, cpuSeconds };
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
