import { pauseUntilAborted } from '@errand/foundation';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlGroup, readControlGroup } from '../memory-group.ts';

const REMOVAL_DEADLINE_MS = 2_000;
const POLL_MS = 20;

/** A control group for the memory of one browser. Disposing ends what is left in it. */
export interface BrowserGroup extends ControlGroup, AsyncDisposable {
  /** A process that writes its id to this file joins the group; its children start there. */
  readonly joinFile: string;
}

/** Creates the group below `parent`. Throws the file system's error where that is denied. */
export function openBrowserGroup(
  { version, directory: parent, mount }: ControlGroup,
  name: string,
  limitBytes: number,
): BrowserGroup {
  const directory = join(parent, name);
  mkdirSync(directory);
  try {
    for (const [file, value] of limitsOf(version, limitBytes)) {
      writeFileSync(join(directory, file), String(value));
    }
    limitSwap(version, { directory, limitBytes });
  } catch (error) {
    removeGroup(directory);
    throw error;
  }
  return {
    ...readControlGroup({ version, directory, mount }),
    joinFile: join(directory, 'cgroup.procs'),
    [Symbol.asyncDispose]: () => endAll(directory),
  };
}

function limitsOf(version: 1 | 2, limitBytes: number): readonly (readonly [string, number])[] {
  if (version === 1) return [['memory.limit_in_bytes', limitBytes]];
  // The kernel then ends all processes of a browser together.
  return [
    ['memory.max', limitBytes],
    ['memory.oom.group', 1],
  ];
}

/** A browser that swaps would only be slow. Kernels without swap accounting have no such file. */
function limitSwap(
  version: 1 | 2,
  { directory, limitBytes }: { readonly directory: string; readonly limitBytes: number },
): void {
  // Version 1 limits the sum of memory and swap.
  const name = version === 1 ? 'memory.memsw.limit_in_bytes' : 'memory.swap.max';
  const file = join(directory, name);
  if (existsSync(file)) writeFileSync(file, String(version === 1 ? limitBytes : 0));
}

/** Ends processes that have left the browser's process group, and removes the group. */
async function endAll(directory: string): Promise<void> {
  const inTime = AbortSignal.timeout(REMOVAL_DEADLINE_MS);
  while (!removeGroup(directory) && !inTime.aborted) {
    for (const id of readMembers(directory)) kill(id);
    await pauseUntilAborted(POLL_MS, inTime);
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // The process has already ended.
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/** Returns the ids of the processes in a group, without those of other PID namespaces. */
export function readMembers(directory: string): readonly number[] {
  try {
    const ids = readFileSync(join(directory, 'cgroup.procs'), 'utf8').split('\n').map(Number);
    return ids.filter((id) => id > 0);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENODEV')) return [];
    throw error;
  }
}

/** Removes a group; returns false while it has processes. */
export function removeGroup(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    if (hasCode(error, 'EBUSY')) return false;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return Error.isError(error) && 'code' in error && codes.includes(String(error.code));
}
