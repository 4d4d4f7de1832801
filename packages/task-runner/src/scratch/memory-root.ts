import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';

/** Linux keeps these files in memory. */
const SHARED_MEMORY = '/dev/shm';

/**
 * Returns a folder with `bytes` free whose writes wait for no disk; undefined if there is none that
 * this process may use.
 */
export async function findMemoryRoot(bytes: number): Promise<string | undefined> {
  try {
    await access(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    return bavail * bsize >= bytes ? SHARED_MEMORY : undefined;
  } catch {
    // Missing or forbidden: as on other systems, the caller uses the disk.
    return undefined;
  }
}
