import { defineRoute } from '../http/define-route.ts';
import { readOffset, writeOffset } from '../paging/offset-cursor.ts';
import type { IntegrationStore } from './integration-store.ts';
import { writeIntegration } from './wire-integration.ts';

/** An account has few integrations, so a cursor is simply an offset. */
export const listIntegrations = defineRoute(
  'listIntegrations',
  async ({ integrations }: { readonly integrations: IntegrationStore }, { query, accountId }) => {
    const offset = readOffset(query.cursor);
    const limit = query.limit ?? 50;
    const page = await integrations.list(accountId, { limit, offset });
    return {
      status: 200,
      body: {
        success: true,
        integrations: page.integrations.map(writeIntegration),
        next_cursor: page.hasMore ? writeOffset(offset + limit) : null,
      },
    };
  },
);
