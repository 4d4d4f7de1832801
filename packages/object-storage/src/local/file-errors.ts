import {
  InvalidObjectKeyError,
  ObjectNotFoundError,
  ObjectSizeError,
  ObjectStorageUnavailableError,
} from '../object-storage-errors.ts';
import { UrlRefusedError } from './signed-urls.ts';

const statuses = {
  'content-type-mismatch': 400,
  'invalid-object-key': 400,
  'upload-size-mismatch': 400,
  'signature-mismatch': 403,
  'url-expired': 403,
  'object-not-found': 404,
  'method-not-allowed': 405,
  'upload-too-large': 413,
  'range-not-satisfiable': 416,
  'object-storage-unavailable': 503,
} as const;

/** A refused request; the file router responds with a status and a sentence. */
export class FileRefusedError extends Error {
  readonly code: keyof typeof statuses;
  readonly status: number;

  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.status = statuses[code];
  }
}

/** Returns the error to show the client; undefined for a bug. */
export function fileError(error: unknown): FileRefusedError | undefined {
  if (error instanceof FileRefusedError) return error;
  if (error instanceof ObjectSizeError) {
    const code = error.isTooLarge ? 'upload-too-large' : 'upload-size-mismatch';
    return new FileRefusedError(code, error.message);
  }
  if (error instanceof ObjectStorageUnavailableError) {
    // The original message contains local paths.
    return new FileRefusedError(
      error.code,
      'The file store cannot be used at the moment: try again later.',
    );
  }
  const isExplained =
    error instanceof UrlRefusedError ||
    error instanceof ObjectNotFoundError ||
    error instanceof InvalidObjectKeyError;
  return isExplained ? new FileRefusedError(error.code, error.message) : undefined;
}
