import { defineRoute } from '../http/define-route.ts';
import { checkAutomation } from './read-automation.ts';
import type { RecordingStore } from './recording-store.ts';

export const updateExample = defineRoute(
  'updateExample',
  async (
    { recordings }: { readonly recordings: RecordingStore },
    { body, accountId, apiKeyId },
  ) => {
    const { automation, warnings } = checkAutomation(body.automation);
    const { recordingId, version } = await recordings.save(accountId, {
      endpointName: body.endpoint_name,
      description: body.description,
      automation,
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
        message: `The recording is ${version === 1 ? 'created' : 'updated'}.`,
        warnings,
      },
    };
  },
);
