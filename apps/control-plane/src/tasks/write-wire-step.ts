import type { ErrandSchemas } from '@errand/api-types';
import type { TaskStep } from './task.ts';

type WireStep = ErrandSchemas['TaskStep'];

/** A step as clients see it. */
export function writeStep(step: Omit<TaskStep, 'screenshotArtifactId'>): WireStep {
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
    // Checked by the schema when it was reported.
    ...(Array.isArray(step.means) && { means: step.means as NonNullable<WireStep['means']> }),
  };
}
