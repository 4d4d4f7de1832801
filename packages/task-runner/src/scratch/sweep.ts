import type { Logger } from '@errand/app-runtime';
import { removeDeadDisplays } from '@errand/desktop';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbandoned } from './owned-directory.ts';
import { findShortRoot } from './short-root.ts';

/**
 * Removes what killed workers left on this machine: profiles with cookies, downloads, videos and
 * display locks. Leaves files of living processes and foreign files alone. Never throws: errors are
 * logged.
 */
export async function sweep({
  workDirectory,
  logger,
}: {
  readonly workDirectory: string | undefined;
  readonly logger: Logger;
}): Promise<void> {
  try {
    const roots = new Set([workDirectory ?? tmpdir(), tmpdir(), findShortRoot()]);
    const removed: string[] = [];
    for (const root of roots) removed.push(...(await sweepDirectory(root)));
    await removeDeadDisplays();
    if (removed.length > 0) logger.info('removed leftovers of dead workers', { removed });
  } catch (error) {
    logger.warn('leftovers of dead workers could not be removed', { error });
  }
}

async function sweepDirectory(root: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (!(await isAbandoned(path))) continue;
    await rm(path, { recursive: true, force: true, maxRetries: 10 });
    removed.push(path);
  }
  return removed;
}
