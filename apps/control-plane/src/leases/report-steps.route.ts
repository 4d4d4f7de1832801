import type { WorkerSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { holderOf } from './holder-of.ts';
import type { LeaseStore } from './lease-store.ts';
import type { ReportedStep } from './lease.ts';

type WireStep = WorkerSchemas['Step'];

/** Stores what the nodes of the attempt did since the last report. */
export const reportSteps = defineRoute(
  'reportSteps',
  async ({ leases }: { readonly leases: LeaseStore }, { params, body }) => {
    const accepted = await leases.recordSteps(holderOf(params, body), body.steps.map(readStep));
    return { status: 200, body: { accepted } };
  },
);

/** Members of the wire step that are not named here become its details. */
function readStep({
  sequence,
  node_path,
  kind,
  outcome,
  reason,
  error_class,
  error_message,
  started_at,
  duration_ms,
  page_url,
  screenshot_artifact_id,
  means,
  healed_locator,
  ...details
}: WireStep): ReportedStep {
  return {
    sequence,
    nodePath: node_path,
    kind,
    outcome,
    reason,
    errorClass: error_class,
    errorMessage: error_message,
    startedAt: new Date(started_at),
    durationMs: duration_ms,
    pageUrl: page_url,
    screenshotArtifactId: screenshot_artifact_id,
    means,
    healedLocator: healed_locator && {
      failedCommand: healed_locator.failed_command,
      command: healed_locator.command,
      candidates: healed_locator.candidates,
      pageUrl: healed_locator.page_url,
    },
    details,
  };
}
