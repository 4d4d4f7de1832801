import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a session writes. Disposing removes it. */
export interface SessionDirectory extends AsyncDisposable {
  readonly path: string;
  /** Empty. */
  readonly downloads: string;
}

/** `workDirectory` undefined is the system's temporary directory. */
export async function openSessionDirectory(
  workDirectory: string | undefined,
): Promise<SessionDirectory> {
  const path = await mkdtemp(join(workDirectory ?? tmpdir(), 'errand-session-'));
  const downloads = join(path, 'downloads');
  await mkdir(downloads);
  return {
    path,
    downloads,
    // What has been killed may still write for a moment: ten tries take five seconds at most.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}
