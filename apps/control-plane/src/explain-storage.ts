import { StartError } from '@errand/app-runtime';
import { BucketMissingError, ObjectStorageUnavailableError } from '@errand/object-storage';
import type { Config } from './config.ts';

type Storage = Config['storage'];
type S3Storage = Extract<Storage, { kind: 's3' }>;

/**
 * Turns the failure to open a store into a sentence on how to fix it, without the secret; returns
 * any other error unchanged.
 */
export function explainStorage(error: unknown, storage: Storage): unknown {
  if (storage.kind === 's3') {
    if (!(error instanceof ObjectStorageUnavailableError)) return error;
    return new StartError(explainBucket(error, storage), { cause: error });
  }
  const isOfFiles = Error.isError(error) && 'syscall' in error && 'code' in error;
  if (!isOfFiles) return error;
  return new StartError(
    `Files cannot be stored in "${storage.directory}" (${String(error.code)}): correct STORAGE_DIRECTORY, or let this user write there.`,
    { cause: error },
  );
}

function explainBucket(error: ObjectStorageUnavailableError, storage: S3Storage): string {
  const { url, bucket, accessKey, region } = storage;
  if (error instanceof BucketMissingError) {
    return `The object storage at ${url} has no bucket "${bucket}": create it, or correct S3_BUCKET.`;
  }
  const cause: unknown = error.cause;
  const name = Error.isError(cause) ? cause.name : '';
  const code = Error.isError(cause) && 'code' in cause ? String(cause.code) : '';
  if (name === 'InvalidBucketNameError') {
    return `"${bucket}" is not a valid bucket name: correct S3_BUCKET.`;
  }
  if (code === 'AccessDenied') {
    return `The object storage at ${url} refuses the key "${accessKey}" with this secret for the bucket "${bucket}": correct S3_ACCESS_KEY or S3_SECRET_KEY, or let this key use the bucket.`;
  }
  // The store checks the region first and gives no reason: its response has no body.
  if (name === 'S3Error') {
    const found = code === '' ? '' : ` (${code})`;
    return `The object storage at ${url} does not accept requests for the bucket "${bucket}" in the region "${region}"${found}: correct S3_REGION, S3_ENDPOINT or S3_PATH_STYLE.`;
  }
  return `The object storage at ${url} cannot be reached (${code || 'no response'}): start it, or correct S3_ENDPOINT.`;
}
