import type { ErrandSchemas } from '@errand/api-types';
import { toTimestamp } from '../task-rows/to-timestamp.ts';
import type {
  LocatorProposal,
  Recording,
  RecordingSummary,
  RecordingVersion,
} from './recording.ts';
import type { Rollout } from './rollout.ts';

/** A recording as clients see it. */
export function writeRecording(recording: Recording): ErrandSchemas['Recording'] {
  // The engine checked the automation before it was stored.
  const automation = recording.automation as ErrandSchemas['Automation'];
  return { ...writeListed(recording), automation };
}

/** A recording as clients see it, without the automation and with the results of its tasks. */
export function writeSummary(recording: RecordingSummary): ErrandSchemas['RecordingSummary'] {
  const { lastTask, successCount, failedCount } = recording;
  const count = successCount + failedCount;
  return {
    ...writeListed(recording),
    last_task: lastTask
      ? {
          task_id: lastTask.taskId,
          status: lastTask.status,
          created_at: lastTask.createdAt.toISOString(),
          completed_at: toTimestamp(lastTask.completedAt),
        }
      : null,
    recent: {
      success_count: successCount,
      failed_count: failedCount,
      success_rate: count === 0 ? null : successCount / count,
    },
  };
}

function writeListed(
  recording: Omit<Recording, 'automation'>,
): Omit<ErrandSchemas['Recording'], 'automation'> {
  const { callback } = recording;
  return {
    recording_id: recording.recordingId,
    workspace_id: recording.workspaceId,
    endpoint_name: recording.endpointName,
    description: recording.description,
    version: recording.version,
    is_marketplace: recording.isMarketplace,
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

export function writeRollout(rollout: Rollout): ErrandSchemas['Rollout'] {
  return {
    state: rollout.state,
    version: rollout.version,
    base_version: rollout.baseVersion,
    percent: rollout.percent,
    first_tasks: rollout.firstTasks,
    min_tasks: rollout.minTasks,
    max_failure_rate_increase: rollout.maxFailureRateIncrease,
    new_results: { ...rollout.newResults },
    old_results: { ...rollout.oldResults },
    started_at: rollout.startedAt.toISOString(),
    ended_at: toTimestamp(rollout.endedAt),
  };
}

export function writeProposal(proposal: LocatorProposal): ErrandSchemas['LocatorProposal'] {
  return {
    proposal_id: proposal.id,
    version: proposal.version,
    node_path: proposal.nodePath,
    state: proposal.state,
    kind: proposal.kind,
    failed_command: proposal.failedCommand,
    command: proposal.command,
    // The schema checked the candidates when they were reported.
    candidates: proposal.candidates as ErrandSchemas['LocatorProposal']['candidates'],
    page_url: proposal.pageUrl,
    task_id: proposal.taskId,
    times_seen: proposal.timesSeen,
    first_seen_at: proposal.firstSeenAt.toISOString(),
    last_seen_at: proposal.lastSeenAt.toISOString(),
  };
}
