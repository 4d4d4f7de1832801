import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import { S3ServerError } from './s3-server-errors.ts';

/** On a disk: in-memory file systems lack extended attributes before Linux 6.6. */
const TEMPORARY = '/var/tmp';

interface SwiftDirectory extends AsyncDisposable {
  readonly path: string;
}

/**
 * Opens the caller's directory, which is kept, or a temporary one, which is removed on disposal.
 */
export async function openSwiftDirectory(given: string | undefined): Promise<SwiftDirectory> {
  const path = given === undefined ? await mkdtemp(join(TEMPORARY, 'errand-s3-')) : resolve(given);
  for (const folder of ['devices/d1', 'cache', 'log']) {
    await mkdir(join(path, folder), { recursive: true });
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      if (given === undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Checks for extended attributes, in which Swift stores object metadata; not every file system has
 * them.
 */
export async function assertExtendedAttributes(path: string, signal: AbortSignal): Promise<void> {
  const probe = join(path, 'devices', 'attribute-probe');
  const script = 'import os, sys; os.setxattr(sys.argv[1], "user.errand", b"1")';
  await writeFile(probe, '');
  try {
    await runCommand('/usr/bin/python3', ['-c', script, probe], { signal });
  } catch (error) {
    throw new S3ServerError(
      `The file system of "${path}" has no extended attributes, which the S3 server needs: ` +
        'choose a directory on another one (--directory).',
      { cause: error },
    );
  }
  await rm(probe);
}
