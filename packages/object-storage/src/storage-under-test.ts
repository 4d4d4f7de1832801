import type { ObjectStorage } from './index.ts';

/** A store under test; both kinds must pass the whole suite. */
export interface StorageUnderTest extends AsyncDisposable {
  readonly storage: ObjectStorage;
  /** Opens the same objects with another clock for the URLs. */
  readonly openAt: (now: () => Date) => Promise<ObjectStorage>;
}

export type GetStorage = () => ObjectStorage;
