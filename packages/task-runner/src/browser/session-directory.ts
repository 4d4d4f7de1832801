import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';
import { findShortRoot, LONGEST_TEMPORARY_BYTES } from '../scratch/short-root.ts';

/** Scratch directory of a session. Disposing removes it. */
export interface SessionDirectory extends AsyncDisposable {
  readonly path: string;
  /** Empty. */
  readonly downloads: string;
  /** Empty at first. Kept apart from the downloads, because input files are not results. */
  readonly inputs: string;
  /** Replaces the system's temporary directory for programs of the session. */
  readonly temporary: string;
}

/** Creates a directory in `workDirectory`; by default in the system's temporary directory. */
export async function openSessionDirectory(
  workDirectory: string | undefined,
): Promise<SessionDirectory> {
  await using owned = new AsyncDisposableStack();
  const { path } = owned.use(await openOwnedDirectory(workDirectory ?? tmpdir(), 'session'));
  const isShort = Buffer.byteLength(path) <= LONGEST_TEMPORARY_BYTES;
  const temporary = isShort
    ? path
    : owned.use(await openOwnedDirectory(findShortRoot(), 'session')).path;
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
