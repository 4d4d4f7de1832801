import { afterAll } from '@jest/globals';
import { openStores, type TestStores } from './open-stores.ts';

/** Opens the stores for the tests of a file, and disposes them after the last one. */
export async function useStores(): Promise<TestStores> {
  const stores = await openStores();
  afterAll(async () => stores[Symbol.asyncDispose]());
  return stores;
}
