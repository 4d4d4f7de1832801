import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { writeApiKey } from './write-api-key.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A cursor is the id of the last key on the page. */
export const listApiKeys = defineRoute(
  'listApiKeys',
  async ({ apiKeys }: { readonly apiKeys: ApiKeyStore }, { query, accountId }) => {
    const { keys, hasMore } = await apiKeys.list(accountId, {
      limit: query.limit ?? 50,
      before: readCursor(query.cursor, (text) => UUID.test(text)),
    });
    const last = keys.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        keys: keys.map(writeApiKey),
        next_cursor: hasMore && last ? writeCursor(last.apiKeyId) : null,
      },
    };
  },
);
