import type { Logger } from '@errand/app-runtime';
import { removeDeadDisplays } from '@errand/desktop';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMemoryRoot } from './memory-root.ts';
import { isAbandoned } from './owned-directory.ts';
import { findShortRoot } from './short-root.ts';

/**
 * Removes what killed workers left on this machine: profiles with cookies, downloads, videos and
 * display locks. Leaves files of living processes and unknown files alone. Never throws: errors are
 * logged.
 */
export async function sweep({
  workDirectory,
  logger,
}: {
  readonly workDirectory: string | undefined;
  readonly logger: Logger;
}): Promise<void> {
  const removed: string[] = [];
  // What cannot be removed must not prevent the removal of the rest.
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logger.warn('leftovers of dead workers could not be removed', { error });
    }
  };
  const memory = await findMemoryRoot(0);
  const roots = [workDirectory ?? tmpdir(), tmpdir(), findShortRoot(), memory ?? tmpdir()];
  for (const root of new Set(roots)) {
    await attempt(async () => {
      for (const name of await readdir(root)) {
        await attempt(async () => {
          const path = join(root, name);
          if (await removeAbandoned(path)) removed.push(path);
        });
      }
    });
  }
  await attempt(removeDeadDisplays);
  if (removed.length > 0) logger.info('removed leftovers of dead workers', { removed });
}

async function removeAbandoned(path: string): Promise<boolean> {
  if (!(await isAbandoned(path))) return false;
  await rm(path, { recursive: true, force: true, maxRetries: 10 });
  return true;
}
