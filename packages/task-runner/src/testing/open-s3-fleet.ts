import { createS3Storage, type ObjectStorage } from '@errand/object-storage';
import { startCuttableProxy } from '@errand/test-kit';
import { startS3Server } from '@errand/test-kit/s3-server';
import { openFleet, type Fleet } from './open-fleet.ts';

/** A fleet that stores its files in a bucket of a real S3 server. */
export interface S3Fleet extends AsyncDisposable {
  readonly fleet: Fleet;
  /** The bucket. */
  readonly storage: ObjectStorage;
  /** Interruptible proxy between the fleet and the server. */
  readonly proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
}

export async function openS3Fleet(
  settings: Readonly<Record<string, string>> = {},
): Promise<S3Fleet> {
  await using owned = new AsyncDisposableStack();
  const server = owned.use(await startS3Server());
  const { region, accessKey, secretKey } = server;
  const proxy = owned.use(await startCuttableProxy(`http://${server.endPoint}:${server.port}`));
  const bucket = { url: proxy.url, bucket: 'errand', region, accessKey, secretKey };
  const storage = owned.use(await createS3Storage({ ...bucket, createBucket: true }));
  const fleet = owned.use(
    await openFleet({
      STORAGE_DIRECTORY: '',
      STORAGE_SIGNING_KEY: '',
      S3_ENDPOINT: proxy.url,
      S3_BUCKET: bucket.bucket,
      S3_REGION: region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      ...settings,
    }),
  );
  const resources = owned.move();
  return { fleet, storage, proxy, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
