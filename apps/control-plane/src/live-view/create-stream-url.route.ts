import { defineRoute } from '../http/define-route.ts';
import type { StreamUrls } from './stream-urls.ts';

export const createStreamUrl = defineRoute(
  'createStreamUrl',
  async (
    { streamUrls }: { readonly streamUrls: StreamUrls },
    { params, query, accountId, apiKeyId },
  ) => {
    const { mode = 'view' } = query;
    const viewer = { accountId, apiKeyId, taskId: params.task_id, kind: 'task', mode } as const;
    const { url, expiresAt } = await streamUrls.create(viewer);
    return {
      status: 200,
      body: { stream_url: url, expires_at: expiresAt.toISOString(), mode },
    };
  },
);
