import { assertObjectKey, assertObjectKeyPrefix } from '../object-key.ts';
import {
  assertContentType,
  assertDownloadRequest,
  assertUploadRequest,
} from '../object-options.ts';
import { ObjectNotFoundError } from '../object-storage-errors.ts';
import type { ListedObject, ObjectStorage } from '../object-storage.ts';
import { chunksUntilAborted } from '../chunks-until-aborted.ts';
import { openObjectDirectory, type ObjectDirectory } from './object-directory.ts';
import { createSignedUrls, type SignedUrls } from './signed-urls.ts';

/** Includes what `createLocalStorageRouter` needs to serve the URLs. */
export interface LocalStorage extends ObjectStorage {
  readonly directory: ObjectDirectory;
  readonly urls: SignedUrls;
}

interface LocalStorageOptions {
  /** Created if missing. Each object has only one path: symbolic links inside are not followed. */
  readonly directory: string;
  /** Public URL of the router, such as `https://errand.example.com/files`. */
  readonly publicUrl: string;
  /** At least 32 bytes. Changing the key invalidates all issued URLs. */
  readonly signingKey: Uint8Array;
  /** Clock for URL expiry. */
  readonly now?: () => Date;
}

/** Stores objects in a local directory, served through signed URLs of our own server. */
export async function createLocalStorage(options: LocalStorageOptions): Promise<LocalStorage> {
  const { publicUrl, signingKey, now = () => new Date() } = options;
  const urls = createSignedUrls({ publicUrl, signingKey, now });
  const directory = await openObjectDirectory(options.directory);
  return {
    directory,
    urls,
    ...presignedUrls(urls),
    ...storedObjects(directory),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function presignedUrls(urls: SignedUrls): Pick<ObjectStorage, 'presignUpload' | 'presignDownload'> {
  return {
    async presignUpload(request) {
      assertUploadRequest(request);
      const { key, contentType, size, expiresInSeconds } = request;
      const parameters = { content_type: contentType, size: String(size) };
      return {
        url: urls.sign({ method: 'PUT', key, expiresInSeconds, parameters }),
        headers: { 'content-type': contentType, 'content-length': String(size) },
      };
    },
    async presignDownload(request) {
      assertDownloadRequest(request);
      const { key, filename, contentType, expiresInSeconds } = request;
      const parameters = { filename, ...(contentType && { content_type: contentType }) };
      return urls.sign({ method: 'GET', key, expiresInSeconds, parameters });
    },
  };
}

function storedObjects(
  directory: ObjectDirectory,
): Omit<ObjectStorage, 'presignUpload' | 'presignDownload' | typeof Symbol.asyncDispose> {
  return {
    async find(key, { signal } = {}) {
      assertObjectKey(key);
      signal?.throwIfAborted();
      try {
        await using object = await directory.open(key);
        const { size, contentType, etag, lastModified } = object;
        return { size, contentType, etag, lastModified };
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    async write(key, body, { contentType, signal }) {
      assertObjectKey(key);
      assertContentType(contentType);
      await directory.write(key, { contentType, chunks: chunksUntilAborted(body, signal) });
    },
    async move(from, to, { signal } = {}) {
      assertObjectKey(from);
      assertObjectKey(to);
      signal?.throwIfAborted();
      await directory.move(from, to);
    },
    async read(key, { signal } = {}) {
      assertObjectKey(key);
      signal?.throwIfAborted();
      const object = await directory.open(key);
      return object.read().once('close', () => void object[Symbol.asyncDispose]());
    },
    async delete(key, { signal } = {}) {
      assertObjectKey(key);
      signal?.throwIfAborted();
      await directory.delete(key);
    },
    async deletePrefix(prefix, { signal } = {}) {
      assertObjectKeyPrefix(prefix);
      signal?.throwIfAborted();
      await directory.deletePrefix(prefix);
    },
    list: (prefix, { signal } = {}) => listObjects(directory, prefix, signal),
    checkHealth: () => directory.checkHealth(),
  };
}

async function* listObjects(
  directory: ObjectDirectory,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ListedObject, void> {
  assertObjectKeyPrefix(prefix);
  for await (const object of directory.list(prefix)) {
    signal?.throwIfAborted();
    yield object;
  }
}
