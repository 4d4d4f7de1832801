import type { Logger } from '@errand/app-runtime';
import { createLocalStorage, type ObjectStorage } from '@errand/object-storage';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/connect-database.ts';
import { createInputFileStore, type InputFileStore } from '../input-files/input-file-store.ts';
import { createPendingUploads, type PendingUploads } from '../uploads/pending-uploads.ts';

interface OpenFiles {
  readonly storage: ObjectStorage;
  readonly uploads: PendingUploads;
  readonly inputFiles: InputFileStore;
}

/** Opens an object store in a folder that is removed with `owned`, and the stores that use it. */
export async function openFiles(
  owned: AsyncDisposableStack,
  parts: { readonly database: Database; readonly logger: Logger },
): Promise<OpenFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-files-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const storage = await createLocalStorage({
    directory,
    publicUrl: 'http://127.0.0.1:8080/files',
    signingKey: randomBytes(32),
  });
  const uploads = createPendingUploads({ ...parts, storage, storageLimits: {} });
  return { storage, uploads, inputFiles: createInputFileStore({ ...parts, storage, uploads }) };
}
