import { attachmentDisposition } from '../attachment-disposition.ts';
import { assertObjectKey, assertObjectKeyPrefix } from '../object-key.ts';
import {
  assertContentType,
  assertDownloadRequest,
  assertUploadRequest,
} from '../object-options.ts';
import { BucketMissingError, ObjectNotFoundError } from '../object-storage-errors.ts';
import type { ObjectStorage, StoredObject } from '../object-storage.ts';
import { bindUploadHeaders } from './bind-upload-headers.ts';
import { clientOptions, createBucketAccess } from './bucket-access.ts';
import type { BucketAccess, BucketAccessOptions } from './bucket-access.ts';
import { deleteObjects } from './delete-objects.ts';
import { listObjects } from './list-objects.ts';
import { writeObject } from './write-object.ts';

interface S3StorageOptions extends BucketAccessOptions {
  /** Public URL of the same API for signed URLs, if different. Default: `url`. */
  readonly publicUrl?: string | undefined;
  /** Creates a missing bucket at startup instead of throwing. Default false. */
  readonly createBucket?: boolean | undefined;
  /** Clock for URL expiry. */
  readonly now?: () => Date;
}

/**
 * Stores objects in a bucket of S3 or a compatible server. Throws ObjectStorageUnavailableError
 * when the bucket is unreachable, and its subclass BucketMissingError when it does not exist.
 */
export async function createS3Storage(options: S3StorageOptions): Promise<ObjectStorage> {
  const access = await createBucketAccess(options);
  try {
    if (options.createBucket) await ensureBucket(access, options.region);
    else await assertBucket(access, undefined);
  } catch (error) {
    access.close();
    throw error;
  }
  return {
    ...(await presignedUrls(options)),
    ...storedObjects(access),
    checkHealth: async ({ signal } = {}) => assertBucket(access, signal),
    [Symbol.asyncDispose]: async () => access.close(),
  };
}

async function ensureBucket(access: BucketAccess, region: string): Promise<void> {
  const { client, bucket } = access;
  await access.request({ act: 'create its bucket' }, async () => {
    if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
  });
}

async function assertBucket(access: BucketAccess, signal: AbortSignal | undefined): Promise<void> {
  const { client, bucket } = access;
  const isThere = await access.request({ act: 'be reached', signal }, () =>
    client.bucketExists(bucket),
  );
  if (isThere) return;
  throw new BucketMissingError(bucket);
}

async function presignedUrls(
  options: S3StorageOptions,
): Promise<Pick<ObjectStorage, 'presignUpload' | 'presignDownload'>> {
  const { Client } = await import('minio');
  const { bucket, secretKey, publicUrl = options.url, now = () => new Date() } = options;
  // The signer never sends a request, because the region is known.
  const signer = new Client(clientOptions({ ...options, url: publicUrl }));
  return {
    async presignUpload(request) {
      assertUploadRequest(request);
      const { key, contentType, size, expiresInSeconds } = request;
      const headers = { 'content-type': contentType, 'content-length': String(size) };
      const url = await signer.presignedUrl('PUT', bucket, key, expiresInSeconds, {}, now());
      return { url: bindUploadHeaders(url, { headers, secretKey }), headers };
    },
    async presignDownload(request) {
      assertDownloadRequest(request);
      const { key, filename, contentType, expiresInSeconds } = request;
      const answerHeaders = {
        'response-content-disposition': attachmentDisposition(filename),
        ...(contentType && { 'response-content-type': contentType }),
      };
      return signer.presignedUrl('GET', bucket, key, expiresInSeconds, answerHeaders, now());
    },
  };
}

function storedObjects(
  access: BucketAccess,
): Pick<ObjectStorage, 'find' | 'write' | 'move' | 'read' | 'delete' | 'deletePrefix' | 'list'> {
  const { client, bucket, request } = access;
  return {
    async find(key, { signal } = {}) {
      assertObjectKey(key);
      return unlessAbsent(() => statObject(access, key, signal));
    },
    async write(key, body, { contentType, signal }) {
      assertObjectKey(key);
      assertContentType(contentType);
      await writeObject(access, { key, body, contentType, signal });
    },
    move: (from, to, { signal } = {}) => moveObject(access, { from, to, signal }),
    async read(key, { signal } = {}) {
      assertObjectKey(key);
      return request({ act: 'read', key, signal }, () => client.getObject(bucket, key));
    },
    async delete(key, { signal } = {}) {
      assertObjectKey(key);
      await unlessAbsent(() =>
        request({ act: 'delete', key, signal }, () => client.removeObject(bucket, key)),
      );
    },
    async deletePrefix(prefix, { signal } = {}) {
      assertObjectKeyPrefix(prefix);
      await deleteObjects(access, { prefix, signal });
    },
    async *list(prefix, { signal } = {}) {
      assertObjectKeyPrefix(prefix);
      yield* listObjects(access, prefix, signal);
    },
  };
}

async function moveObject(
  { client, bucket, request }: BucketAccess,
  { from, to, signal }: { from: string; to: string; signal: AbortSignal | undefined },
): Promise<void> {
  assertObjectKey(from);
  assertObjectKey(to);
  const { CopyDestinationOptions, CopySourceOptions } = await import('minio');
  const source = new CopySourceOptions({ Bucket: bucket, Object: from });
  const target = new CopyDestinationOptions({ Bucket: bucket, Object: to });
  await request({ act: 'move', key: from, signal }, () => client.copyObject(source, target));
  await request({ act: 'delete', key: from, signal }, () => client.removeObject(bucket, from));
}

async function statObject(
  { client, bucket, request }: BucketAccess,
  key: string,
  signal: AbortSignal | undefined,
): Promise<StoredObject> {
  const found = await request({ act: 'find', key, signal }, () => client.statObject(bucket, key));
  const contentType: unknown = found.metaData['content-type'];
  return {
    size: found.size,
    contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
    etag: found.etag,
    lastModified: found.lastModified,
  };
}

async function unlessAbsent<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw error;
  }
}
