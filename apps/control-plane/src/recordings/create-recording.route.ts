import { defineRoute } from '../http/define-route.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import type { WorkspaceStore } from '../workspaces/workspace-store.ts';
import { checkAutomation } from './read-automation.ts';
import { readReceiver } from './read-receiver.ts';
import type { RecordingStore } from './recording-store.ts';

export const createRecording = defineRoute(
  'createRecording',
  async (
    {
      recordings,
      workspaces,
    }: { readonly recordings: RecordingStore; readonly workspaces: WorkspaceStore },
    { body, accountId, apiKeyId, scopes },
  ) => {
    requireReadScope(scopes, { callback_url: body.callback_url });
    const { automation, warnings } = checkAutomation(body.automation);
    const { recordingId, version } = await recordings.create(accountId, {
      endpointName: body.endpoint_name,
      automation,
      description: body.description,
      workspaceId: await workspaces.find(accountId, body.workspace_id),
      receiver: body.callback_url && readReceiver(body.callback_url),
      notificationEmails: body.notification_emails,
      isMarketplace: body.is_marketplace,
      comment: body.comment,
      apiKeyId,
    });
    return {
      status: 201,
      body: {
        success: true,
        recording_id: recordingId,
        version,
        message: 'The recording is created.',
        warnings,
      },
    };
  },
);
