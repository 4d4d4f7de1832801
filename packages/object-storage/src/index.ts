export type {
  DownloadRequest,
  ListedObject,
  ObjectStorage,
  PresignedUpload,
  StoredObject,
  UploadRequest,
} from './object-storage.ts';
export {
  BucketMissingError,
  InvalidObjectKeyError,
  InvalidObjectOptionError,
  ObjectNotFoundError,
  ObjectStorageError,
  ObjectStorageUnavailableError,
} from './object-storage-errors.ts';
export { createLocalStorage, type LocalStorage } from './local/local-storage.ts';
export { createLocalStorageRouter } from './local/local-storage-router.ts';
export { createS3Storage } from './s3/s3-storage.ts';
