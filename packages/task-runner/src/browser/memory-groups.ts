import { type Logger, StartError } from '@errand/app-runtime';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlGroup, findOwnGroup, type GroupPaths } from '../memory-group.ts';
import { type BrowserGroup, openBrowserGroup, removeGroup } from './browser-group.ts';
import { makeRoom } from './make-room.ts';

/** Name prefix, followed by the id of the worker's process and a number. */
const BROWSER_GROUP = 'errand-browser-';

export type OpenBrowserGroup = () => BrowserGroup;

/** `auto` uses control groups where this user may create them. */
export type MemoryGroupMode = 'auto' | 'on' | 'off';

/** Control groups are required, but this machine does not allow them. */
class MemoryGroupsError extends StartError {
  override readonly code = 'memory-groups-unavailable';

  constructor(reason: string, cause?: unknown) {
    super(
      `SESSION_MEMORY_GROUPS is on, but ${reason}. Give the worker its own writable control group (systemd: Delegate=memory), or set SESSION_MEMORY_GROUPS=auto.`,
      { cause },
    );
  }
}

/**
 * Returns a function that opens a group for one browser; undefined when the setting is off, there
 * is no limit, or groups cannot be created here and need not be. Throws StartError.
 */
export function prepareMemoryGroups({
  mode,
  limitBytes,
  logger,
  paths = {},
}: {
  readonly mode: MemoryGroupMode;
  /** Limit of each browser. Undefined: unlimited. */
  readonly limitBytes: number | undefined;
  readonly logger: Logger;
  readonly paths?: GroupPaths;
}): OpenBrowserGroup | undefined {
  if (mode === 'off') return undefined;
  const refuse = (reason: string, cause?: unknown): undefined => {
    if (mode === 'on') throw new MemoryGroupsError(reason, cause);
    logger.debug('the kernel does not limit the memory of browsers', { reason });
    return undefined;
  };
  if (limitBytes === undefined) return refuse('SESSION_MEMORY_MIB is 0');
  const own = findOwnGroup(paths);
  if (own === undefined) return refuse('this system has no control groups for memory');
  try {
    const parent = own.version === 1 ? own : makeRoom(own);
    if (parent === undefined) return refuse('other programs run in its control group');
    removeLeft(parent.directory);
    const open = createOpener(parent, limitBytes);
    removeGroup(open().directory);
    logger.info('the kernel limits the memory of each browser', { limitBytes });
    return open;
  } catch (error) {
    if (!isDenied(error)) throw error;
    return refuse(`its control group ${own.directory} cannot be changed`, error);
  }
}

/** How many groups this process has opened. */
let opened = 0;

function createOpener(parent: ControlGroup, limitBytes: number): OpenBrowserGroup {
  return () => {
    opened += 1;
    return openBrowserGroup(parent, `${BROWSER_GROUP}${process.pid}-${opened}`, limitBytes);
  };
}

/** Removes groups of workers that were killed. The kernel keeps those with processes. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(BROWSER_GROUP))) {
    const owner = Number(name.slice(BROWSER_GROUP.length).split('-')[0]);
    // In a container, an earlier worker may have had the same process id.
    const isUsed = owner === process.pid ? opened > 0 : isAlive(owner);
    if (!isUsed) removeGroup(join(parent, name));
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return Error.isError(error) && 'code' in error && error.code === 'EPERM';
  }
}

function isDenied(error: unknown): boolean {
  const code = Error.isError(error) && 'code' in error ? error.code : undefined;
  return ['EACCES', 'EBUSY', 'EINVAL', 'ENOENT', 'EOPNOTSUPP', 'EPERM', 'EROFS'].includes(
    String(code),
  );
}
