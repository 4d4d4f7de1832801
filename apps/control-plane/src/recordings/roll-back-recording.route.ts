import { defineRoute } from '../http/define-route.ts';
import { checkStoredAutomation } from './read-automation.ts';
import type { RecordingStore } from './recording-store.ts';

export const rollBackRecording = defineRoute(
  'rollBackRecording',
  async (
    { recordings }: { readonly recordings: RecordingStore },
    { params, body, accountId, apiKeyId },
  ) => {
    const { recording_id: recordingId } = params;
    const old = await recordings.getVersion(accountId, recordingId, body.version);
    const warnings = checkStoredAutomation(old.automation);
    const { version } = await recordings.restore(accountId, recordingId, {
      version: old.version,
      comment: body.comment,
      apiKeyId,
      baseVersion: body.base_version,
    });
    return {
      status: 200,
      body: {
        success: true,
        recording_id: recordingId,
        version,
        message: `Version ${old.version} is current again, as version ${version}.`,
        warnings,
      },
    };
  },
);
