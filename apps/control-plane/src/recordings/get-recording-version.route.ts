import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { VersionNotFoundError } from './recording-errors.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeVersion } from './write-wire-recording.ts';

export const getRecordingVersion = defineRoute(
  'getRecordingVersion',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, accountId }) => {
    const { recording_id: recordingId, version: number } = params;
    await recordings.get(accountId, recordingId);
    if (!/^[1-9]\d{0,8}$/.test(number)) throw new VersionNotFoundError(recordingId, number);
    const version = await recordings.getVersion(accountId, recordingId, Number(number));
    // The engine checked the automation before it was stored.
    const automation = version.automation as ErrandSchemas['Automation'];
    return {
      status: 200,
      body: { success: true, version: { ...writeVersion(version), automation } },
    };
  },
);
