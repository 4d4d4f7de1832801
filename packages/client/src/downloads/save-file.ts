import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface FileToSave {
  readonly directory: string;
  /** A plain file name. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Writes under a temporary name, removed unless the file is complete. Returns the path. */
export async function saveFile({ directory, name, chunks }: FileToSave): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  const temporary = join(directory, `.${randomUUID()}.part`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(chunks);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return path;
}
