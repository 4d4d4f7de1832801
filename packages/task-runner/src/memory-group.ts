import { CodedError } from '@errand/foundation';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIB = 1024 ** 2;
const OWN_GROUPS = '/proc/self/cgroup';
const MOUNT = '/sys/fs/cgroup';

/** The control group that limits the memory of the worker and all its processes. */
export interface MemoryGroup {
  /** Processes of the group that the kernel has killed for lack of memory. Undefined: unknown. */
  readonly countKills: () => number | undefined;
  /** The lowest limit that applies. Undefined: none, or unknown. */
  readonly limitBytes: () => number | undefined;
}

/** The kernel killed a process of the task's browser. Another attempt would hit the same limit. */
export class OutOfMemoryError extends CodedError {
  readonly code = 'out_of_memory';
  override readonly retry = 'never';

  constructor(limitBytes: number | undefined) {
    const limit = limitBytes === undefined ? '' : ` of ${Math.round(limitBytes / MIB)} MiB`;
    super(
      `The system ended a process of the browser, because the worker has used up its memory${limit}. Load less in one task, or ask the operator for more memory or fewer WORKER_SLOTS.`,
    );
  }
}

/**
 * Reads the group of this process, at each call, from version 1 or 2 of Linux control groups. Both
 * paths are arguments for tests.
 */
export function openMemoryGroup({ ownGroups = OWN_GROUPS, mount = MOUNT } = {}): MemoryGroup {
  return {
    countKills() {
      const group = findGroup(ownGroups, mount);
      const text = group && read(join(group.directory, group.kills));
      const count = /^oom_kill (\d+)$/m.exec(text ?? '')?.[1];
      return count === undefined ? undefined : Number(count);
    },
    limitBytes() {
      const group = findGroup(ownGroups, mount);
      return group?.limitBytes();
    },
  };
}

interface Group {
  readonly directory: string;
  /** File with the line `oom_kill N`. */
  readonly kills: string;
  readonly limitBytes: () => number | undefined;
}

function findGroup(ownGroups: string, mount: string): Group | undefined {
  const text = read(ownGroups) ?? '';
  const first = /^\d+:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m.exec(text)?.[1];
  if (first !== undefined) {
    const directory = locate(join(mount, 'memory'), first, 'memory.oom_control');
    const limitBytes = (): number | undefined => {
      const stat = read(join(directory, 'memory.stat')) ?? '';
      return limitOf(/^hierarchical_memory_limit (\d+)$/m.exec(stat)?.[1]);
    };
    return { directory, kills: 'memory.oom_control', limitBytes };
  }
  const second = /^0::(.*)$/m.exec(text)?.[1];
  if (second === undefined) return undefined;
  const directory = locate(mount, second, 'memory.events');
  return { directory, kills: 'memory.events', limitBytes: () => lowestLimit(directory, mount) };
}

/** A container may see its own group at the root of the mount, under a path of the host. */
function locate(root: string, path: string, file: string): string {
  const directory = join(root, path);
  return existsSync(join(directory, file)) ? directory : root;
}

/** Only version 1 adds up the limits of the groups above. */
function lowestLimit(directory: string, mount: string): number | undefined {
  const limits: number[] = [];
  for (let each = directory; each.startsWith(mount); each = dirname(each)) {
    const limit = limitOf(read(join(each, 'memory.max'))?.trim());
    if (limit !== undefined) limits.push(limit);
  }
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Version 2 calls no limit `max`; version 1 uses the largest number of pages. */
function limitOf(text: string | undefined): number | undefined {
  const limit = Number(text);
  return Number.isFinite(limit) && limit < Number.MAX_SAFE_INTEGER ? limit : undefined;
}

/** Undefined where there is no such file, as on systems without control groups. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (['ENOENT', 'ENODEV', 'EACCES'].includes(String(code))) return undefined;
    throw error;
  }
}
