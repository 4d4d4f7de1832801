import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { requireReadScope } from '../http/require-read-scope.ts';
import type { WorkspaceStore } from '../workspaces/workspace-store.ts';
import { checkAutomation } from './read-automation.ts';
import { readReceiver } from './read-receiver.ts';
import type { RecordingStore } from './recording-store.ts';

const NO_CHANGE = 'says which version a change is based on: send it with a change, or leave it out';
const NO_VERSION =
  'describes the version that a new automation creates: send it with automation, or leave it out';

export const updateRecording = defineRoute(
  'updateRecording',
  async (
    {
      recordings,
      workspaces,
    }: { readonly recordings: RecordingStore; readonly workspaces: WorkspaceStore },
    { params, body, accountId, apiKeyId, scopes },
  ) => {
    const { automation: given, workspace_id: workspaceId, callback_url: target } = body;
    requireReadScope(scopes, { callback_url: target });
    const { automation, warnings } =
      given === undefined ? { automation: given, warnings: [] } : checkAutomation(given);
    if (given === undefined && body.comment !== undefined) {
      throw new InvalidRequestError([{ loc: ['body', 'comment'], msg: NO_VERSION, type: 'value' }]);
    }
    if (body.base_version !== undefined && Object.keys(body).length === 1) {
      const loc = ['body', 'base_version'];
      throw new InvalidRequestError([{ loc, msg: NO_CHANGE, type: 'value' }]);
    }
    const receiver = target && readReceiver(target);
    // Check the recording first: an unknown one must be reported regardless of the workspace.
    await recordings.get(accountId, params.recording_id);
    const { recordingId, version } = await recordings.change(accountId, params.recording_id, {
      endpointName: body.endpoint_name,
      automation,
      description: body.description,
      workspaceId: workspaceId && (await workspaces.find(accountId, workspaceId)),
      receiver,
      notificationEmails: body.notification_emails,
      isMarketplace: body.is_marketplace,
      comment: body.comment,
      baseVersion: body.base_version,
      apiKeyId,
    });
    return {
      status: 200,
      body: {
        success: true,
        recording_id: recordingId,
        version,
        message: 'The recording is updated.',
        warnings,
      },
    };
  },
);
