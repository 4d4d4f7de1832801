import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { IntegrationStore } from './integration-store.ts';
import { writeIntegration } from './wire-integration.ts';

/** An account has few integrations, so a cursor is simply an offset. */
export const listIntegrations = defineRoute(
  'listIntegrations',
  async ({ integrations }: { readonly integrations: IntegrationStore }, { query, accountId }) => {
    const offset = Number(readCursor(query.cursor, (text) => /^[1-9]\d{0,8}$/.test(text)) ?? 0);
    const limit = query.limit ?? 50;
    const page = await integrations.list(accountId, { limit, offset });
    return {
      status: 200,
      body: {
        success: true,
        integrations: page.integrations.map(writeIntegration),
        next_cursor: page.hasMore ? writeCursor(String(offset + limit)) : null,
      },
    };
  },
);
