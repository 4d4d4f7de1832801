import { defineRoute } from '../http/define-route.ts';
import type { WaitStore } from './wait-store.ts';

export const listLoginQueues = defineRoute(
  'listLoginQueues',
  async ({ waits }: { readonly waits: Pick<WaitStore, 'list'> }, { query, accountId }) => {
    const { limit = 50 } = query;
    const listed = await waits.list(accountId, limit + 1);
    return {
      status: 200,
      body: {
        success: true,
        login_queues: listed.slice(0, limit).map(({ oldest_waiting_since: oldest, ...queue }) => ({
          ...queue,
          oldest_waiting_since: oldest?.toISOString() ?? null,
        })),
        has_more: listed.length > limit,
      },
    };
  },
);
