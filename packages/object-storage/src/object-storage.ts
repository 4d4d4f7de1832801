import type { Readable } from 'node:stream';

/** Metadata of a stored object. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Changes with every write of the object; without quotation marks. */
  readonly etag: string;
  readonly lastModified: Date;
}

export interface ListedObject extends Pick<StoredObject, 'size' | 'lastModified'> {
  readonly key: string;
}

export interface UploadRequest {
  readonly key: string;
  readonly contentType: string;
  /** Exact size of the upload in bytes. At most 5 GiB. */
  readonly size: number;
  /** From 1 to 604800 (seven days). */
  readonly expiresInSeconds: number;
}

export interface PresignedUpload {
  readonly url: string;
  /** The PUT must send these headers; the signature covers them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface DownloadRequest {
  readonly key: string;
  /** File name for browsers; any Unicode. */
  readonly filename: string;
  /** Default: the object's stored type. */
  readonly contentType?: string | undefined;
  /** From 1 to 604800 (seven days). */
  readonly expiresInSeconds: number;
}

export type ObjectBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface Abortable {
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends Abortable {
  readonly contentType: string;
}

/**
 * Files of tasks under keys such as `tasks/<id>/<artifact id>`. Every method throws
 * InvalidObjectKeyError for a key that violates `assertObjectKey`, and
 * ObjectStorageUnavailableError when the store does not respond or refuses the request.
 */
export interface ObjectStorage extends AsyncDisposable {
  /** Returns a URL for a PUT of this size and type. The object may already exist. */
  readonly presignUpload: (request: UploadRequest) => Promise<PresignedUpload>;
  /** Returns a URL that serves the object as an attachment. The object need not exist yet. */
  readonly presignDownload: (request: DownloadRequest) => Promise<string>;
  readonly find: (key: string, options?: Abortable) => Promise<StoredObject | undefined>;
  /** Writes atomically; replaces an object with the same key. */
  readonly write: (key: string, body: ObjectBody, options: WriteOptions) => Promise<void>;
  /** Moves an object to another key, replacing any object there. Throws ObjectNotFoundError. */
  readonly move: (from: string, to: string, options?: Abortable) => Promise<void>;
  /** Throws ObjectNotFoundError. The caller reads the stream to its end or destroys it. */
  readonly read: (key: string, options?: Abortable) => Promise<Readable>;
  /** Idempotent: deleting a missing object succeeds. */
  readonly delete: (key: string, options?: Abortable) => Promise<void>;
  /** Deletes all objects whose keys start with the prefix, which must end with `/`. */
  readonly deletePrefix: (prefix: string, options?: Abortable) => Promise<void>;
  /**
   * Lists the objects whose keys start with the prefix, which must end with `/`, in any order. An
   * object that is written, moved or deleted during the listing may be listed or not.
   */
  readonly list: (prefix: string, options?: Abortable) => AsyncIterable<ListedObject>;
  /** Throws ObjectStorageUnavailableError when objects cannot be stored now. */
  readonly checkHealth: (options?: Abortable) => Promise<void>;
}
