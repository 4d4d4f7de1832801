import type { ListedObject } from '../object-storage.ts';
import type { BucketAccess } from './bucket-access.ts';

/** Lists page by page, for any number of objects. Throws ObjectStorageUnavailableError. */
export async function* listObjects(
  { client, bucket, request }: BucketAccess,
  prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<ListedObject, void> {
  const listed = client.listObjectsV2(bucket, prefix, true)[Symbol.asyncIterator]();
  const act = `list what begins with "${prefix}"`;
  for (;;) {
    const next = await request({ act, signal }, () => listed.next());
    if (next.done) return;
    const { name: key, size, lastModified } = next.value;
    if (typeof key === 'string') yield { key, size, lastModified };
  }
}
