import { defineRoute } from '../http/define-route.ts';
import { readOffset, writeOffset } from '../paging/offset-cursor.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { writeWorkspace } from './write-workspace.ts';

/** An account has few workspaces, so a cursor is simply an offset. */
export const listWorkspaces = defineRoute(
  'listWorkspaces',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { query, accountId }) => {
    const offset = readOffset(query.cursor);
    const limit = query.limit ?? 50;
    const page = await workspaces.list(accountId, { limit, offset });
    return {
      status: 200,
      body: {
        success: true,
        workspaces: page.workspaces.map(writeWorkspace),
        next_cursor: page.hasMore ? writeOffset(offset + limit) : null,
      },
    };
  },
);
