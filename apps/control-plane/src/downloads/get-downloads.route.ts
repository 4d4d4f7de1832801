import type { ObjectStorage } from '@errand/object-storage';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { defineRoute } from '../http/define-route.ts';

/**
 * Evidence of failures is only for people who inspect the task; every other file of a run is a
 * download.
 */
export const getDownloads = defineRoute(
  'getDownloads',
  async (
    {
      artifacts,
      storage,
      downloadUrlExpirySeconds,
    }: {
      readonly artifacts: ArtifactStore;
      readonly storage: ObjectStorage;
      readonly downloadUrlExpirySeconds: number;
    },
    { query, accountId },
  ) => {
    const files = await artifacts.listAvailable(accountId, query.task_id);
    const downloads = await Promise.all(
      files
        .filter(({ kind }) => kind !== 'evidence')
        .map(async (file) => ({
          url: await storage.presignDownload({
            key: file.objectKey,
            expiresInSeconds: downloadUrlExpirySeconds,
            filename: file.filename,
            contentType: file.contentType,
          }),
          filename: file.filename,
          size: file.size,
          content_type: file.contentType,
          metadata: file.metadata === null ? null : { ...file.metadata },
        })),
    );
    return {
      status: 200,
      body: { success: true, urls: downloads.map(({ url }) => url), downloads },
    };
  },
);
