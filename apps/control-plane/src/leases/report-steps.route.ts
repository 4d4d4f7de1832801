import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';

/** What the nodes of the attempt did since the last report. */
export const reportSteps = defineRoute('reportSteps', async ({ leases }, { params, body }) => {
  const steps = body.steps.map((step) => ({
    sequence: step.sequence,
    nodePath: step.node_path,
    kind: step.kind,
    outcome: step.outcome,
    reason: step.reason,
    errorClass: step.error_class,
    errorMessage: step.error_message,
    startedAt: new Date(step.started_at),
    durationMs: step.duration_ms,
    pageUrl: step.page_url,
    screenshotArtifactId: step.screenshot_artifact_id,
    means: step.means,
    healedLocator: step.healed_locator && {
      failedCommand: step.healed_locator.failed_command,
      command: step.healed_locator.command,
      candidates: step.healed_locator.candidates,
      pageUrl: step.healed_locator.page_url,
    },
  }));
  const accepted = await leases.recordSteps(holderOf(params, body), steps);
  return { status: 200, body: { accepted } };
});
