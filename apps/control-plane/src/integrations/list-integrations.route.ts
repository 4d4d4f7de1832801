import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { IntegrationStore } from './integration-store.ts';
import { writeIntegration } from './wire-integration.ts';

/** A cursor is the name of the last integration on the page. */
export const listIntegrations = defineRoute(
  'listIntegrations',
  async ({ integrations }: { readonly integrations: IntegrationStore }, { query, accountId }) => {
    const page = await integrations.list(accountId, {
      limit: query.limit ?? 50,
      after: readCursor(query.cursor, (name) => name !== ''),
    });
    const last = page.integrations.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        integrations: page.integrations.map(writeIntegration),
        next_cursor: page.hasMore && last ? writeCursor(last.name) : null,
      },
    };
  },
);
