import { defineRoute } from '../http/define-route.ts';

export const deleteWorkspace = defineRoute(
  'deleteWorkspace',
  async ({ workspaces }, { params, accountId }) => {
    await workspaces.delete(accountId, params.workspace_id);
    return { status: 200, body: { success: true, message: 'The workspace is deleted.' } };
  },
);
