import { readdirSync, readFileSync, statfsSync } from 'node:fs';

const ticksPerSecond = 100;

interface Usage {
  readonly memoryMb: number;
  /** Of living processes and of those they have waited for. */
  readonly cpuSeconds: number;
}

const tmpfsType = 0x01021994;

/** Files and directories in the private /tmp of a sandbox; 0 when there is none, or it cannot be seen. */
export function countPrivateFiles(pid: number): number {
  try {
    const { type, files, ffree } = statfsSync(`/proc/${pid}/root/tmp`);
    return type === tmpfsType ? files - ffree : 0;
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(String(code))) return 0;
    throw error;
  }
}

/** Process ids of what a process has started, directly or not. Empty for one that is gone. */
export function listDescendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...listDescendants(child)]);
}

/** What a process and its descendants use together. */
export function measureUsage(pid: number): Usage {
  let memoryMb = 0;
  let cpuSeconds = 0;
  for (const each of [pid, ...listDescendants(pid)]) {
    const resident = /^VmRSS:\s*(\d+) kB/m.exec(readProcess(each, 'status'))?.[1];
    memoryMb += Number(resident ?? 0) / 1024;
    // After the name, which may hold anything: user, system, and the same of children.
    const fields = readProcess(each, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    cpuSeconds += ticks / ticksPerSecond;
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

/** A process may end at any moment. */
function emptyIfGone<Empty>(error: unknown, empty: Empty): Empty {
  const code = Error.isError(error) && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ESRCH') return empty;
  throw error;
}
