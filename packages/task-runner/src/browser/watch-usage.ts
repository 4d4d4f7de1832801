import { CodedError, pauseUntilAborted } from '@errand/foundation';
import { opendir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Time between two checks. A page can overshoot the limit by what it writes in that time. */
const INTERVAL_MS = 1_000;
/** Files and directories of a session; a profile has a few hundred. */
const MAX_ENTRIES = 100_000;
const BLOCK_BYTES = 512;
const MIB = 1024 ** 2;

/** Resource limits of one browser. Undefined: unlimited. */
export interface SessionLimits {
  /** Disk space of the session: the profile with site storage, the cache and downloads. */
  readonly diskBytes?: number | undefined;
  /** Memory of all processes of the browser; shared memory counts once. */
  readonly memoryBytes?: number | undefined;
}

/** The browser exceeded a limit. A retry would only exceed it again. */
export class SessionLimitError extends CodedError {
  readonly code = 'limit_exceeded';
  override readonly retry = 'never';

  constructor(used: string, setting: string) {
    super(`The browser of the task was stopped because it used ${used} (${setting}).`);
  }
}

/**
 * Checks every second what a browser uses, until disposed. Calls `onExceeded` at most once. No
 * kernel limit would do: Chromium reserves far more address space than it uses, and only the system
 * administrator can set file-system quotas.
 */
export function watchUsage(
  watched: {
    readonly directory: string;
    /** Process group of the browser. */
    readonly group: number;
    readonly limits: SessionLimits;
  },
  onExceeded: (error: SessionLimitError) => void,
): AsyncDisposable {
  const { limits } = watched;
  const over = new AbortController();
  const isLimited = limits.diskBytes !== undefined || limits.memoryBytes !== undefined;
  const watching = isLimited ? watch(watched, onExceeded, over.signal) : Promise.resolve();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await watching;
    },
  };
}

async function watch(
  watched: Parameters<typeof watchUsage>[0],
  onExceeded: (error: SessionLimitError) => void,
  signal: AbortSignal,
): Promise<void> {
  const { directory, group, limits } = watched;
  for (;;) {
    await pauseUntilAborted(INTERVAL_MS, signal);
    if (signal.aborted) return;
    const error =
      (await checkDisk(directory, limits.diskBytes, signal)) ??
      (await checkMemory(group, limits.memoryBytes));
    if (signal.aborted) return;
    if (!error) continue;
    onExceeded(error);
    return;
  }
}

async function checkDisk(
  directory: string,
  limit: number | undefined,
  signal: AbortSignal,
): Promise<SessionLimitError | undefined> {
  if (limit === undefined) return undefined;
  let bytes = 0;
  let entries = 0;
  for await (const path of listEntries(directory)) {
    if (signal.aborted) return undefined;
    entries += 1;
    bytes += (await unlessGone(stat(path)))?.blocks ?? 0;
    if (entries > MAX_ENTRIES) {
      return new SessionLimitError(`more than ${MAX_ENTRIES} files on disk`, 'at most that many');
    }
    if (bytes * BLOCK_BYTES > limit) {
      const used = `more than ${Math.round(limit / MIB)} MiB of disk`;
      return new SessionLimitError(used, 'SESSION_DISK_MIB');
    }
  }
  return undefined;
}

async function* listEntries(directory: string): AsyncGenerator<string> {
  const opened = await unlessGone(opendir(directory));
  if (!opened) return;
  for await (const entry of opened) {
    const path = join(directory, entry.name);
    yield path;
    if (entry.isDirectory()) yield* listEntries(path);
  }
}

async function checkMemory(
  group: number,
  limit: number | undefined,
): Promise<SessionLimitError | undefined> {
  if (limit === undefined) return undefined;
  const members = await listGroup(group);
  // The first sum is cheap but counts shared memory once per process; only the second is exact.
  if ((await sum(members, 'status', /^VmRSS:\s*(\d+) kB/m)) <= limit) return undefined;
  if ((await sum(members, 'smaps_rollup', /^Pss:\s*(\d+) kB/m)) <= limit) return undefined;
  const used = `more than ${Math.round(limit / MIB)} MiB of memory`;
  return new SessionLimitError(used, 'SESSION_MEMORY_MIB');
}

async function listGroup(group: number): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const members = ids.map(async (id) => {
    const text = await unlessGone(readFile(`/proc/${id}/stat`, 'utf8'));
    // The fields after the name, which may contain anything: state, parent, process group.
    return Number(text?.split(') ').at(-1)?.split(' ')[2]) === group ? [id] : [];
  });
  return (await Promise.all(members)).flat();
}

/** Sums, in bytes, the kB value that the pattern captures from a file of each process. */
async function sum(ids: readonly string[], file: string, pattern: RegExp): Promise<number> {
  const sizes = ids.map(async (id) => {
    const text = await unlessGone(readFile(`/proc/${id}/${file}`, 'utf8'));
    return Number(pattern.exec(text ?? '')?.[1] ?? 0) * 1024;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/**
 * Returns undefined for files and processes that have disappeared or cannot be read (other users',
 * or a process that hides itself).
 */
async function unlessGone<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (['ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR'].includes(String(code))) return undefined;
    throw error;
  }
}
