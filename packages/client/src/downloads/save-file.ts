import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileToSave {
  readonly directory: string;
  /** Plain file names, the best first. */
  readonly names: Iterable<string>;
  /** Replaces a file of the first name; otherwise, a file with different content is kept. */
  readonly replaces: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Writes under a temporary name, removed unless the file is complete. Returns the path: of the first
 * name that is free, or whose file has the same content.
 */
export async function saveFile({
  directory,
  names,
  replaces,
  chunks,
}: FileToSave): Promise<string> {
  await mkdir(directory, { recursive: true });
  const temporary = join(directory, `.${randomUUID()}.part`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(chunks);
    } finally {
      await file.close();
    }
    return await nameFile(temporary, { directory, names, replaces });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function nameFile(
  temporary: string,
  { directory, names, replaces }: Omit<FileToSave, 'chunks'>,
): Promise<string> {
  for (const name of names) {
    const path = join(directory, name);
    if (replaces || (await takeName(path))) {
      await rename(temporary, path);
      return path;
    }
    if (await haveSameContent(path, temporary)) {
      await rm(temporary);
      return path;
    }
  }
  throw new Error('There is no free name.');
}

/** Creates an empty file, so that no other program takes the name; false if there is one. */
async function takeName(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function haveSameContent(path: string, other: string): Promise<boolean> {
  const [known, saved] = await Promise.all([stat(path), stat(other)]);
  if (!known.isFile() || known.size !== saved.size) return false;
  return (await digestOf(path)) === (await digestOf(other));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
