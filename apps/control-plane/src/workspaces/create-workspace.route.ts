import { defineRoute } from '../http/define-route.ts';
import type { WorkspaceStore } from './workspace-store.ts';
import { writeWorkspace } from './write-workspace.ts';

export const createWorkspace = defineRoute(
  'createWorkspace',
  async ({ workspaces }: { readonly workspaces: WorkspaceStore }, { body, accountId }) => {
    const workspace = await workspaces.create(accountId, body.name);
    return { status: 201, body: { success: true, workspace: writeWorkspace(workspace) } };
  },
);
