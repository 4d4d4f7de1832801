import { defineRoute } from '../http/define-route.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { writeWorkspace } from './write-workspace.ts';

export const renameWorkspace = defineRoute(
  'renameWorkspace',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { params, body, accountId }) => {
    const workspace = await workspaces.rename(accountId, params.workspace_id, body.name);
    return { status: 200, body: { success: true, workspace: writeWorkspace(workspace) } };
  },
);
