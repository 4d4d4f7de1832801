import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Changes whenever the object is written; without quotation marks. */
  readonly etag: string;
  readonly lastModified: Date;
}

export interface UploadRequest {
  readonly key: string;
  readonly contentType: string;
  /** Bytes; the upload has to have exactly this many. At most 5 GiB. */
  readonly size: number;
  /** From 1 to 604800 (seven days). */
  readonly expiresInSeconds: number;
}

export interface PresignedUpload {
  readonly url: string;
  /** The PUT has to carry these; they are bound by the signature. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface DownloadRequest {
  readonly key: string;
  /** The name under which a browser saves the file; any Unicode. */
  readonly filename: string;
  /** Default: the type the object was written with. */
  readonly contentType?: string | undefined;
  /** From 1 to 604800 (seven days). */
  readonly expiresInSeconds: number;
}

export type ObjectBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface Abortable {
  /** Ends the wait with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends Abortable {
  readonly contentType: string;
}

/**
 * Files of tasks under keys such as `tasks/<id>/<artifact id>`.
 * Every member throws InvalidObjectKeyError for a key outside the rules of `assertObjectKey`, and
 * ObjectStorageUnavailableError when the store does not answer or refuses us.
 */
export interface ObjectStorage extends AsyncDisposable {
  /** A URL that takes one PUT of this size and type. The object need not be absent. */
  readonly presignUpload: (request: UploadRequest) => Promise<PresignedUpload>;
  /** A URL that gives the object as an attachment. The object need not exist yet. */
  readonly presignDownload: (request: DownloadRequest) => Promise<string>;
  readonly find: (key: string, options?: Abortable) => Promise<StoredObject | undefined>;
  /** Writes all or nothing; an object of the same key is replaced. */
  readonly write: (key: string, body: ObjectBody, options: WriteOptions) => Promise<void>;
  /** Gives an object another key; one that had it is replaced. Throws ObjectNotFoundError. */
  readonly move: (from: string, to: string, options?: Abortable) => Promise<void>;
  /** Throws ObjectNotFoundError. The caller reads the stream to its end or destroys it. */
  readonly read: (key: string, options?: Abortable) => Promise<Readable>;
  /** May be repeated: an object that is not there is deleted already. */
  readonly delete: (key: string, options?: Abortable) => Promise<void>;
  /** Deletes every object whose key begins with the prefix, which has to end with `/`. */
  readonly deletePrefix: (prefix: string, options?: Abortable) => Promise<void>;
  /** Throws ObjectStorageUnavailableError when objects cannot be stored at present. */
  readonly checkHealth: (options?: Abortable) => Promise<void>;
}
