import type { ErrandSchemas } from '@errand/api-types';
import type { Recording, RecordingVersion } from './recording.ts';

/** A recording as clients see it. */
export function writeRecording(recording: Recording): ErrandSchemas['Recording'] {
  const { callback } = recording;
  return {
    recording_id: recording.recordingId,
    workspace_id: recording.workspaceId,
    endpoint_name: recording.endpointName,
    description: recording.description,
    version: recording.version,
    is_marketplace: recording.isMarketplace,
    // Checked by the engine when it was stored.
    automation: recording.automation as ErrandSchemas['Automation'],
    callback_url: callback && { url: callback.url, has_credentials: callback.hasCredentials },
    notification_emails: [...recording.notificationEmails],
    created_at: recording.createdAt.toISOString(),
    updated_at: recording.updatedAt.toISOString(),
  };
}

/** A version as clients see it, without its automation. */
export function writeVersion(version: RecordingVersion): ErrandSchemas['RecordingVersionSummary'] {
  return {
    version: version.version,
    is_current: version.isCurrent,
    restored_from: version.restoredFrom,
    created_at: version.createdAt.toISOString(),
  };
}
