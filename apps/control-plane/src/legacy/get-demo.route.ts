import type { ObjectStorage } from '@errand/object-storage';
import { defineRoute } from '../http/define-route.ts';
import type { DemoStore } from './demo-store.ts';

export const getDemo = defineRoute(
  'getDemo',
  async (
    {
      demos,
      storage,
      downloadUrlExpirySeconds,
    }: {
      readonly demos: DemoStore;
      readonly storage: ObjectStorage;
      readonly downloadUrlExpirySeconds: number;
    },
    { params, accountId },
  ) => {
    const demo = await demos.get(accountId, params.goal_id);
    const files = await Promise.all(
      demo.files.map(async ({ objectKey: key, filename, contentType, size, sourceUrl }) => ({
        url: await storage.presignDownload({
          key,
          expiresInSeconds: downloadUrlExpirySeconds,
          filename,
          contentType,
        }),
        filename,
        size,
        content_type: contentType,
        source_url: sourceUrl,
      })),
    );
    const { goalId, url, createdAt } = demo;
    return {
      status: 200,
      body: {
        success: true,
        demo: { goal_id: goalId, url, created_at: createdAt.toISOString(), files },
      },
    };
  },
);
