import type { ObjectStorage } from './index.ts';

/** A store as the suite sees it; both kinds have to pass all of it. */
export interface StorageUnderTest extends AsyncDisposable {
  readonly storage: ObjectStorage;
  /** The same objects, with another clock for the URLs. */
  readonly openAt: (now: () => Date) => Promise<ObjectStorage>;
}

export type GetStorage = () => ObjectStorage;
