import { defineRoute } from '../http/define-route.ts';
import type { WorkspaceStore } from './workspace-store.ts';

export const deleteWorkspace = defineRoute(
  'deleteWorkspace',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { params, accountId }) => {
    await workspaces.delete(accountId, params.workspace_id);
    return { status: 200, body: { success: true, message: 'The workspace is deleted.' } };
  },
);
