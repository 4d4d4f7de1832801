import type { ErrandSchemas } from '@errand/api-types';
import type { Workspace } from './workspace-store.ts';

/** A workspace as clients see it. */
export function writeWorkspace(workspace: Workspace): ErrandSchemas['Workspace'] {
  return {
    workspace_id: workspace.workspaceId,
    name: workspace.name,
    is_default: workspace.isDefault,
    recording_count: workspace.recordingCount,
    created_at: workspace.createdAt.toISOString(),
  };
}
