import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of a program on the search path for programs of this worker; undefined when it
 * is not installed.
 */
export async function findProgram(
  name: string,
  path: string | undefined,
): Promise<string | undefined> {
  for (const place of (path ?? '').split(delimiter).filter(Boolean)) {
    const file = join(place, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
