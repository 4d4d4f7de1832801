import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { ListedObject } from '../object-storage.ts';
import { openObjectFile } from './object-file.ts';

const OBJECT = '.object';
const BELOW = '.d';

/**
 * Lists the objects in a directory and below it; `prefix` is what their keys begin with. Never
 * follows a symbolic link. Leaves out what is deleted during the listing.
 */
export async function* listObjectFiles(
  directory: string,
  prefix: string,
): AsyncGenerator<ListedObject, void> {
  const entries = await unlessAbsent(() => opendir(directory));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && entry.name.endsWith(BELOW)) {
      yield* listObjectFiles(path, `${prefix}${entry.name.slice(0, -BELOW.length)}/`);
    } else if (entry.isFile() && entry.name.endsWith(OBJECT)) {
      await using file = await unlessAbsent(() => openObjectFile(path));
      if (!file) continue;
      const key = `${prefix}${entry.name.slice(0, -OBJECT.length)}`;
      yield { key, size: file.size, lastModified: file.lastModified };
    }
  }
}

async function unlessAbsent<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
