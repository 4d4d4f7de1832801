import { readFileSync } from 'node:fs';

/** Reads a file. Its errors have a `path`, which Node leaves out if the path is that of a folder. */
export function readLocalFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}
