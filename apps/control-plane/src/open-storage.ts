import { StartError } from '@errand/app-runtime';
import {
  createLocalStorage,
  createLocalStorageRouter,
  createS3Storage,
  type ObjectStorage,
  ObjectStorageUnavailableError,
} from '@errand/object-storage';
import type { RequestHandler } from 'express';
import type { Config } from './config.ts';

interface OpenStorage {
  readonly storage: ObjectStorage;
  /** Serves the addresses of a local store below `/files`. */
  readonly files?: RequestHandler;
}

/** Opens the store that the settings choose. The caller disposes `storage`. Throws StartError. */
export async function openStorage(config: Config): Promise<OpenStorage> {
  try {
    return await openChosen(config);
  } catch (error) {
    throw explain(error, config.storage);
  }
}

async function openChosen({ storage, publicUrl }: Config): Promise<OpenStorage> {
  if (storage.kind === 's3') {
    const { kind: _, ...options } = storage;
    return { storage: await createS3Storage(options) };
  }
  const { directory, signingKey } = storage;
  const local = await createLocalStorage({
    directory,
    publicUrl: new URL('/files', publicUrl).href,
    signingKey: Buffer.from(signingKey),
  });
  return { storage: local, files: createLocalStorageRouter(local) };
}

/** Any error but those of the store, or of the file system, is a bug and stays what it is. */
function explain(error: unknown, storage: Config['storage']): unknown {
  if (storage.kind === 's3' && error instanceof ObjectStorageUnavailableError) {
    const { bucket, url } = storage;
    return new StartError(
      `Files cannot be kept in the bucket "${bucket}" at ${url}. ${error.message} Correct S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY or S3_SECRET_KEY, or start the store.`,
      { cause: error },
    );
  }
  const isOfFiles = Error.isError(error) && 'syscall' in error && 'code' in error;
  if (storage.kind === 's3' || !isOfFiles) return error;
  return new StartError(
    `Files cannot be kept in "${storage.directory}" (${String(error.code)}): correct STORAGE_DIRECTORY, or let this user write there.`,
    { cause: error },
  );
}
