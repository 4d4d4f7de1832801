import {
  createLocalStorage,
  createLocalStorageRouter,
  createS3Storage,
  type ObjectStorage,
} from '@errand/object-storage';
import type { RequestHandler } from 'express';
import type { Config } from './config.ts';
import { explainStorage } from './explain-storage.ts';
import { linkToError } from './http/error-pages.ts';

type StorageConfig = Pick<Config, 'storage' | 'publicUrl'>;

interface OpenStorage {
  readonly storage: ObjectStorage;
  /** Serves the addresses of a local store below `/files`. */
  readonly files?: RequestHandler;
}

/** Opens the configured store. The caller disposes `storage`. Throws StartError. */
export async function openStorage(config: StorageConfig): Promise<OpenStorage> {
  try {
    return await openChosen(config);
  } catch (error) {
    throw explainStorage(error, config.storage);
  }
}

async function openChosen({ storage, publicUrl }: StorageConfig): Promise<OpenStorage> {
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
  return { storage: local, files: createLocalStorageRouter(local, { linkTo: linkToError }) };
}
