import type { ErrandSchemas, WorkerSchemas } from '@errand/api-types';
import type { TaskStep } from './task-step.ts';

type WireStep = ErrandSchemas['TaskStep'];

type StepDetails = Pick<WireStep, 'waited_for' | 'http_status' | 'dialogs' | 'files_left_out'>;

type StoredDetails = Partial<StepDetails> &
  Pick<WorkerSchemas['Step'], 'evidence_artifact_id' | 'log_artifact_id'>;

const NO_DETAILS: StepDetails = { waited_for: null, http_status: null, dialogs: null };

/** Converts a step to the shape that clients see, without the URLs of its files. */
export function writeStep(step: Omit<TaskStep, 'screenshotArtifactId'>): WireStep {
  const { evidence_artifact_id: _evidence, log_artifact_id: _log, ...details } = detailsOf(step);
  return {
    attempt: step.attempt,
    sequence: step.sequence,
    node_path: step.nodePath,
    kind: step.kind,
    outcome: step.outcome,
    reason: step.reason,
    error_class: step.errorClass,
    error_message: step.errorMessage,
    started_at: step.startedAt.toISOString(),
    duration_ms: step.durationMs,
    page_url: step.pageUrl,
    // The schema validated details and means when they were reported.
    ...NO_DETAILS,
    ...details,
    ...(Array.isArray(step.means) && { means: step.means as NonNullable<WireStep['means']> }),
  };
}

/** Ids of a step's files, by the member that gets their URL. */
export function filesOfStep(
  step: TaskStep,
): Readonly<Record<'screenshot_url' | 'evidence_url' | 'log_url', string | undefined>> {
  const { evidence_artifact_id, log_artifact_id } = detailsOf(step);
  return {
    screenshot_url: step.screenshotArtifactId ?? undefined,
    evidence_url: evidence_artifact_id,
    log_url: log_artifact_id,
  };
}

function detailsOf({ details }: Pick<TaskStep, 'details'>): StoredDetails {
  return details ?? {};
}
