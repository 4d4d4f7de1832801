import { CodedError, pauseUntilAborted } from '@errand/foundation';
import { type Dir, opendirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type MemoryGroup, OutOfMemoryError } from '../memory-group.ts';

/** Time between two checks. A page can overshoot the limit by what it writes in that time. */
const INTERVAL_MS = 1_000;
/**
 * Longest time between two checks of the disk. They take several milliseconds each, so the next one
 * waits for as long as no page could reach the limit.
 */
const LONGEST_DISK_INTERVAL_MS = 5_000;
/** More than Chromium writes to a fast disk. */
const BYTES_PER_MS = 1024 ** 3 / 1_000;
/** More than Chromium creates. */
const ENTRIES_PER_MS = 20;
/** Files and directories of a session; a profile has a few hundred. */
const MAX_ENTRIES = 100_000;
/**
 * Entries to read at a time, which takes a few milliseconds. Asynchronous reads cost five times the
 * CPU.
 */
const STRETCH = 500;
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
class SessionLimitError extends CodedError {
  readonly code = 'limit_exceeded';
  override readonly retry = 'never';

  constructor(used: string, setting: string) {
    super(`The browser of the task was stopped because it used ${used} (${setting}).`);
  }
}

/** Why a browser was stopped. */
type Excess = SessionLimitError | OutOfMemoryError;

/**
 * Checks what a browser uses, until disposed: memory every second, and the disk every one to five
 * seconds, depending on how much is left. Calls `onExceeded` at most once. Without
 * a control group no kernel limit would do: Chromium reserves far more address space than it uses,
 * and only the system administrator can set file-system quotas.
 */
export function watchUsage(
  watched: {
    readonly directory: string;
    /** Process group of the browser. */
    readonly group: number;
    /** The browser's own control group, where the kernel limits its memory. */
    readonly memory?: MemoryGroup | undefined;
    readonly limits: SessionLimits;
  },
  onExceeded: (error: Excess) => void,
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
  onExceeded: (error: Excess) => void,
  signal: AbortSignal,
): Promise<void> {
  const { directory, group, memory, limits } = watched;
  const listMembers = createGroupReader(group);
  const checkMemory = memory
    ? () => checkKills(memory)
    : () => checkUse(listMembers, limits.memoryBytes);
  const checkDisk = createDiskCheck(directory, limits.diskBytes, signal);
  for (;;) {
    await pauseUntilAborted(INTERVAL_MS, signal);
    if (signal.aborted) return;
    const error = await unlessUnreadable(async () => (await checkDisk()) ?? checkMemory());
    if (signal.aborted) return;
    if (!error) continue;
    onExceeded(error);
    return;
  }
}

/** Returns a function that checks the disk, unless the limit cannot have been reached since then. */
function createDiskCheck(
  directory: string,
  limit: number | undefined,
  signal: AbortSignal,
): () => Promise<SessionLimitError | undefined> {
  if (limit === undefined) return async () => undefined;
  let nextAt = 0;
  return async () => {
    if (performance.now() < nextAt) return undefined;
    const { entries, bytes } = await measureDisk(directory, limit, signal);
    if (entries > MAX_ENTRIES) {
      return new SessionLimitError(`more than ${MAX_ENTRIES} files on disk`, 'at most that many');
    }
    if (bytes > limit) {
      const used = `more than ${Math.round(limit / MIB)} MiB of disk`;
      return new SessionLimitError(used, 'SESSION_DISK_MIB');
    }
    nextAt =
      performance.now() +
      Math.min(
        LONGEST_DISK_INTERVAL_MS,
        (limit - bytes) / BYTES_PER_MS,
        (MAX_ENTRIES - entries) / ENTRIES_PER_MS,
      );
    return undefined;
  };
}

/** Stops counting as soon as a limit is exceeded or the signal fires. */
async function measureDisk(directory: string, limit: number, signal: AbortSignal) {
  let bytes = 0;
  let entries = 0;
  for (const path of listEntries(directory)) {
    entries += 1;
    bytes += (unlessGone(() => statSync(path).blocks) ?? 0) * BLOCK_BYTES;
    if (entries > MAX_ENTRIES || bytes > limit) break;
    if (entries % STRETCH > 0) continue;
    await setImmediate();
    if (signal.aborted) break;
  }
  return { entries, bytes };
}

function* listEntries(directory: string): Generator<string> {
  const opened = unlessGone(() => opendirSync(directory));
  if (!opened) return;
  try {
    for (let entry = next(opened); entry; entry = next(opened)) {
      const path = join(directory, entry.name);
      yield path;
      if (entry.isDirectory()) yield* listEntries(path);
    }
  } finally {
    opened.closeSync();
  }
}

const next = (opened: Dir) => unlessGone(() => opened.readSync());

/** Version 1 of control groups ends one process only, and a browser without its page is of no use. */
function checkKills(memory: MemoryGroup): OutOfMemoryError | undefined {
  return (memory.countKills() ?? 0) > 0 ? new OutOfMemoryError(memory) : undefined;
}

function checkUse(
  listMembers: () => readonly string[],
  limit: number | undefined,
): SessionLimitError | undefined {
  if (limit === undefined || !useMore(listMembers(), limit)) return undefined;
  const used = `more than ${Math.round(limit / MIB)} MiB of memory`;
  return new SessionLimitError(used, 'SESSION_MEMORY_MIB');
}

/** Checks once whether the processes of a group use more memory than allowed. */
export function exceedsMemory(group: number, limitBytes: number): boolean {
  return useMore(createGroupReader(group)(), limitBytes);
}

/** The first sum is cheap but counts shared memory once per process; only the second is exact. */
function useMore(members: readonly string[], limit: number): boolean {
  if (sum(members, 'status', /^VmRSS:\s*(\d+) kB/m) <= limit) return false;
  return sum(members, 'smaps_rollup', /^Pss:\s*(\d+) kB/m) > limit;
}

/**
 * Returns a function that lists the ids of the group's processes. Each process of the machine is
 * read once, because nothing joins the group of a browser except its descendants when they start.
 */
function createGroupReader(group: number): () => readonly string[] {
  const isMember = new Map<string, boolean>();
  return () => {
    const ids = new Set(readdirSync('/proc').filter((name) => /^\d+$/.test(name)));
    for (const id of isMember.keys()) if (!ids.has(id)) isMember.delete(id);
    for (const id of ids) {
      const known = isMember.get(id) ?? unlessGone(() => groupOf(id) === group);
      if (known !== undefined) isMember.set(id, known);
    }
    return [...ids].filter((id) => isMember.get(id) === true);
  };
}

function groupOf(id: string): number {
  // The fields after the name, which may contain anything: state, parent, process group.
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1);
  return Number(fields?.split(' ')[2]);
}

/** Sums, in bytes, the kB value that the pattern captures from a file of each process. */
function sum(ids: readonly string[], file: string, pattern: RegExp): number {
  return ids
    .map((id) => unlessGone(() => readFileSync(`/proc/${id}/${file}`, 'utf8')) ?? '')
    .reduce((total, text) => total + Number(pattern.exec(text)?.[1] ?? 0) * 1024, 0);
}

/**
 * Returns undefined if the machine cannot read now, for example because no file descriptor is free.
 */
async function unlessUnreadable<Value>(
  check: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  try {
    return await check();
  } catch (error) {
    if (Error.isError(error) && 'syscall' in error) return undefined;
    throw error;
  }
}

const UNREADABLE = new Set(['ENOENT', 'ESRCH', 'EACCES', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/**
 * Returns undefined for files and processes that have disappeared or cannot be read (other users',
 * or a process that hides itself).
 */
function unlessGone<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (UNREADABLE.has(String(code))) return undefined;
    throw error;
  }
}
