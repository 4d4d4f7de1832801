import { ObjectStorageUnavailableError } from '../object-storage-errors.ts';
import type { BucketAccess } from './bucket-access.ts';
import { listObjects } from './list-objects.ts';

interface Deletion {
  readonly prefix: string;
  readonly signal?: AbortSignal | undefined;
  /** Objects per request. Default 1000, the maximum. */
  readonly batchSize?: number;
}

/** Lists and deletes page by page, for any number of objects. */
export async function deleteObjects(
  access: BucketAccess,
  { prefix, signal, batchSize = 1000 }: Deletion,
): Promise<void> {
  const { client, bucket, request } = access;
  const act = `delete what begins with "${prefix}"`;
  await request({ act, signal }, async () => {
    let batch: string[] = [];
    const removeBatch = async (): Promise<void> => {
      signal?.throwIfAborted();
      const [refused] = await client.removeObjects(bucket, batch);
      if (refused) throw new ObjectStorageUnavailableError(act, { cause: refused.Error });
      batch = [];
    };
    for await (const { key } of listObjects(access, prefix)) {
      batch.push(key);
      if (batch.length === batchSize) await removeBatch();
    }
    if (batch.length > 0) await removeBatch();
  });
}
