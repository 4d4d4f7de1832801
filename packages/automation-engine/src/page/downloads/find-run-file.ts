import { lstat } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { FileMissingError, FileRefusedError } from './file-errors.ts';

interface RunFiles {
  readonly directory: string;
  /** Names of the files in the directory that a step may use, for messages. */
  readonly filenames: readonly string[];
}

/**
 * Returns the absolute path of a file in the run's own directory. Throws `FileRefusedError` for
 * anything that leads, or could lead, out of it, and `FileMissingError` for a missing file.
 */
export async function findRunFile(
  path: string,
  { directory, filenames }: RunFiles,
): Promise<string> {
  const problem = whyRefused(path);
  if (problem !== undefined) throw new FileRefusedError(path, problem);
  let place = directory;
  for (const segment of segmentsOf(path)) {
    place = join(place, segment);
    const [found] = await Promise.allSettled([lstat(place)]);
    if (found.status === 'rejected') throw new FileMissingError(path, filenames);
    if (found.value.isSymbolicLink()) throw new FileRefusedError(path, 'is a symbolic link');
  }
  const file = await lstat(place);
  if (!file.isFile()) throw new FileRefusedError(path, 'is not a file');
  return place;
}

function whyRefused(path: string): string | undefined {
  if (path.trim() === '') return 'is blank';
  if (/\p{Cc}/u.test(path)) return 'contains control characters';
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path)) {
    return 'is absolute: a run can use only its own files';
  }
  if (path.includes('\\')) return 'contains a backslash: separate directories with /';
  if (path.split('/').includes('..')) return 'leads outside the files of the run';
  return undefined;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}
