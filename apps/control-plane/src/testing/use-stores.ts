import { afterAll } from '@jest/globals';
import { openStores, type TestStores } from './open-stores.ts';

/** Opens the stores for the tests of a file, and disposes them after the last one. */
export async function useStores(
  options: Parameters<typeof openStores>[0] = {},
): Promise<TestStores> {
  const stores = await openStores(options);
  afterAll(async () => stores[Symbol.asyncDispose]());
  return stores;
}
