import type { ErrandSchemas } from '@errand/api-types';
import type { LocatorProposal, Recording, RecordingVersion } from './recording.ts';

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
    // The engine checked it before it was stored.
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
    comment: version.comment,
    created_by: version.createdBy,
    created_at: version.createdAt.toISOString(),
  };
}

export function writeProposal(proposal: LocatorProposal): ErrandSchemas['LocatorProposal'] {
  return {
    proposal_id: proposal.id,
    version: proposal.version,
    node_path: proposal.nodePath,
    kind: proposal.kind,
    failed_command: proposal.failedCommand,
    command: proposal.command,
    // The schema checked them when they were reported.
    candidates: proposal.candidates as ErrandSchemas['LocatorProposal']['candidates'],
    page_url: proposal.pageUrl,
    task_id: proposal.taskId,
    times_seen: proposal.timesSeen,
    first_seen_at: proposal.firstSeenAt.toISOString(),
    last_seen_at: proposal.lastSeenAt.toISOString(),
  };
}
