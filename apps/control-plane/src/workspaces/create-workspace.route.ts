import { defineRoute } from '../http/define-route.ts';
import { writeWorkspace } from './write-workspace.ts';

export const createWorkspace = defineRoute(
  'createWorkspace',
  async ({ workspaces }, { body, accountId }) => {
    const workspace = await workspaces.create(accountId, body.name);
    return { status: 201, body: { success: true, workspace: writeWorkspace(workspace) } };
  },
);
