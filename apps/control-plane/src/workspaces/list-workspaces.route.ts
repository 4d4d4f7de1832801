import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { writeWorkspace } from './write-workspace.ts';

/** An account has few workspaces, so a cursor is simply an offset. */
export const listWorkspaces = defineRoute(
  'listWorkspaces',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { query, accountId }) => {
    const offset = Number(readCursor(query.cursor, (text) => /^[1-9]\d{0,8}$/.test(text)) ?? 0);
    const limit = query.limit ?? 50;
    const page = await workspaces.list(accountId, { limit, offset });
    return {
      status: 200,
      body: {
        success: true,
        workspaces: page.workspaces.map(writeWorkspace),
        next_cursor: page.hasMore ? writeCursor(String(offset + limit)) : null,
      },
    };
  },
);
