import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { writeWorkspace } from './write-workspace.ts';

/** What the cursor after the default workspace contains. The others are written as `/NAME`. */
const DEFAULT = '/';

export const listWorkspaces = defineRoute(
  'listWorkspaces',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { query, accountId }) => {
    const page = await workspaces.list(accountId, {
      limit: query.limit ?? 50,
      after: readCursor(query.cursor, (text) => text.startsWith(DEFAULT))?.slice(DEFAULT.length),
    });
    const last = page.workspaces.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        workspaces: page.workspaces.map(writeWorkspace),
        next_cursor:
          page.hasMore && last ? writeCursor(DEFAULT + (last.isDefault ? '' : last.name)) : null,
      },
    };
  },
);
