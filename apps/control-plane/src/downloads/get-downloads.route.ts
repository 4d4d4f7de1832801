import type { ObjectStorage } from '@errand/object-storage';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { INSPECTED_KINDS } from '../task-rows/inspected-kinds.ts';
import { defineRoute } from '../http/define-route.ts';

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
        .filter(({ kind }) => !INSPECTED_KINDS.includes(kind))
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
