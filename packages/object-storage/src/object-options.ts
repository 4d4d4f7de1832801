import { InvalidObjectOptionError } from './object-storage-errors.ts';
import { assertObjectKey } from './object-key.ts';
import type { DownloadRequest, UploadRequest } from './object-storage.ts';

const MAX_CONTENT_TYPE_LENGTH = 255;
// S3's limits for one PUT and for a signed URL.
const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;
const MAX_EXPIRY_SECONDS = 7 * 24 * 60 * 60;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[ -~]*)?$/;

/** Throws InvalidObjectKeyError or InvalidObjectOptionError. */
export function assertUploadRequest(request: UploadRequest): void {
  assertObjectKey(request.key);
  assertContentType(request.contentType);
  assertExpiry(request.expiresInSeconds);
  const { size } = request;
  if (!Number.isInteger(size) || size < 0 || size > MAX_UPLOAD_BYTES) {
    throw new InvalidObjectOptionError(
      'size',
      size,
      `it must be a whole number of bytes from 0 to ${MAX_UPLOAD_BYTES}.`,
    );
  }
}

/** Throws InvalidObjectKeyError or InvalidObjectOptionError. */
export function assertDownloadRequest(request: DownloadRequest): void {
  assertObjectKey(request.key);
  if (request.contentType !== undefined) assertContentType(request.contentType);
  assertExpiry(request.expiresInSeconds);
}

/** Throws InvalidObjectOptionError for an invalid media type, so that it is safe as a header. */
export function assertContentType(contentType: string): void {
  if (contentType.length <= MAX_CONTENT_TYPE_LENGTH && MEDIA_TYPE.test(contentType)) return;
  throw new InvalidObjectOptionError(
    'content type',
    contentType.slice(0, MAX_CONTENT_TYPE_LENGTH),
    `it must be a media type such as application/pdf, at most ${MAX_CONTENT_TYPE_LENGTH} characters.`,
  );
}

function assertExpiry(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_EXPIRY_SECONDS) return;
  throw new InvalidObjectOptionError(
    'expiry',
    seconds,
    `it must be a whole number of seconds from 1 to ${MAX_EXPIRY_SECONDS}.`,
  );
}
