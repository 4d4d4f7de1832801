import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';

/** Chromium puts a socket 45 bytes below it, and ends at once when the address is longer than 107 bytes. */
const LONGEST_TEMPORARY_BYTES = 60;

/** Where a session writes. Disposing removes it. */
export interface SessionDirectory extends AsyncDisposable {
  readonly path: string;
  /** Empty. */
  readonly downloads: string;
  /** Empty. Not within the downloads: what came with a task is no result of it. */
  readonly inputs: string;
  /** For files that programs would put into the system's temporary directory. */
  readonly temporary: string;
}

/** `workDirectory` undefined is the system's temporary directory. */
export async function openSessionDirectory(
  workDirectory: string | undefined,
): Promise<SessionDirectory> {
  await using owned = new AsyncDisposableStack();
  const { path } = owned.use(await openOwnedDirectory(workDirectory ?? tmpdir(), 'session'));
  const isShort = Buffer.byteLength(path) <= LONGEST_TEMPORARY_BYTES;
  const temporary = isShort ? path : owned.use(await openOwnedDirectory(tmpdir(), 'session')).path;
  const downloads = join(path, 'downloads');
  const inputs = join(path, 'inputs');
  await mkdir(downloads);
  await mkdir(inputs);
  const resources = owned.move();
  return {
    path,
    downloads,
    inputs,
    temporary,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
