import { CodedError } from '@errand/foundation';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIB = 1024 ** 2;
const OWN_GROUPS = '/proc/self/cgroup';
const MOUNT = '/sys/fs/cgroup';

/** A control group that limits the memory of processes. */
export interface MemoryGroup {
  /** Processes of the group that the kernel has killed for lack of memory. Undefined: unknown. */
  readonly countKills: () => number | undefined;
  /** The lowest limit that applies. Undefined: none, or unknown. */
  readonly limitBytes: () => number | undefined;
  /** Whether the group reached its own limit rather than that of a parent group. */
  readonly isOwnLimit: () => boolean;
}

/** The kernel killed a process of the task's browser. Another attempt would hit the same limit. */
export class OutOfMemoryError extends CodedError {
  readonly code = 'out_of_memory';
  override readonly retry = 'never';

  constructor(group: Pick<MemoryGroup, 'limitBytes' | 'isOwnLimit'>) {
    const bytes = group.limitBytes();
    const limit = bytes === undefined ? '' : ` of ${Math.round(bytes / MIB)} MiB`;
    const [owner, remedy] = group.isOwnLimit()
      ? ['it', 'a higher SESSION_MEMORY_MIB']
      : ['the worker', 'more memory or fewer WORKER_SLOTS'];
    super(
      `The system ended a process of the browser, because ${owner} has used up its memory${limit}. Load less in one task, or ask the operator for ${remedy}.`,
    );
  }
}

/** Where Linux shows control groups; other paths are for tests. */
export interface GroupPaths {
  readonly ownGroups?: string;
  readonly mount?: string;
}

/** Reads the group of this process and all its children, at each call. */
export function openMemoryGroup(paths: GroupPaths = {}): MemoryGroup {
  const find = (): ControlGroup | undefined => findOwnGroup(paths);
  return {
    countKills: () => find()?.countKills(),
    limitBytes: () => find()?.limitBytes(),
    isOwnLimit: () => false,
  };
}

/** A group of version 1 or 2 of Linux control groups. */
export interface ControlGroup extends MemoryGroup {
  readonly version: 1 | 2;
  readonly directory: string;
  /** Where the file system of all groups is. */
  readonly mount: string;
}

/** Returns undefined where there are no control groups for memory. */
export function findOwnGroup({ ownGroups = OWN_GROUPS, mount = MOUNT }: GroupPaths = {}):
  | ControlGroup
  | undefined {
  const text = read(ownGroups) ?? '';
  const first = /^\d+:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m.exec(text)?.[1];
  if (first !== undefined) {
    const directory = locate(join(mount, 'memory'), first, 'memory.oom_control');
    return readControlGroup({ version: 1, directory, mount });
  }
  const second = /^0::(.*)$/m.exec(text)?.[1];
  if (second === undefined) return undefined;
  return readControlGroup({
    version: 2,
    directory: locate(mount, second, 'memory.events'),
    mount,
  });
}

/** Describes the group in this directory. */
export function readControlGroup(
  place: Pick<ControlGroup, 'version' | 'directory' | 'mount'>,
): ControlGroup {
  const { version, directory, mount } = place;
  const readOwn = (file: string): string => read(join(directory, file)) ?? '';
  return {
    ...place,
    countKills() {
      const text = readOwn(version === 1 ? 'memory.oom_control' : 'memory.events');
      const count = /^oom_kill (\d+)$/m.exec(text)?.[1];
      return count === undefined ? undefined : Number(count);
    },
    limitBytes() {
      if (version === 2) return lowestLimit(directory, mount);
      return limitOf(/^hierarchical_memory_limit (\d+)$/m.exec(readOwn('memory.stat'))?.[1]);
    },
    isOwnLimit() {
      if (version === 2) return Number(/^max (\d+)$/m.exec(readOwn('memory.events'))?.[1] ?? 0) > 0;
      const [limit, most] = ['memory.limit_in_bytes', 'memory.max_usage_in_bytes'].map(readOwn);
      return limit !== '' && Number(most) >= Number(limit);
    },
  };
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

/** Returns undefined where there is no such file, as on systems without control groups. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined;
    if (['ENOENT', 'ENODEV', 'EACCES'].includes(String(code))) return undefined;
    throw error;
  }
}
