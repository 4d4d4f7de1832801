import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../database/transaction.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import type { ReportedStep } from './lease.ts';

/**
 * Stores the locators that would have found the elements of the steps, for the recording version of
 * the task.
 */
export async function recordProposals(
  transaction: Transaction,
  taskId: string,
  steps: readonly ReportedStep[],
): Promise<void> {
  const proposals = new Map(
    steps.flatMap((step) => {
      const nodePath = withoutIterations(step.nodePath);
      const { healedLocator: healed } = step;
      return healed ? [[`${nodePath} ${healed.command}`, { ...healed, nodePath, step }]] : [];
    }),
  );
  if (proposals.size === 0) return;
  // Use a fixed order, so that two tasks of one recording do not deadlock.
  const inOrder = [...proposals].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // UUIDs of the same millisecond are not ordered, but lists sort by id.
  const ids = inOrder.map(() => randomUUIDv7()).toSorted();
  const rows = inOrder.map(([, { step, nodePath, ...healed }], at) => ({
    id: ids[at],
    node_path: nodePath,
    kind: step.kind,
    failed_command: healed.failedCommand,
    command: healed.command,
    candidates: healed.candidates,
    page_url: healed.pageUrl,
  }));
  await transaction.query(
    `INSERT INTO locator_proposals (id, recording_version_id, node_path, kind, failed_command, command, candidates, page_url, task_id)
     SELECT p.id, task.recording_version_id, p.node_path, p.kind, p.failed_command, p.command, p.candidates, p.page_url, task.id
     FROM jsonb_populate_recordset(NULL::locator_proposals, $2) p, tasks task WHERE task.id = $1 AND task.goal IS NULL
     ON CONFLICT (recording_version_id, node_path, command) DO UPDATE SET times_seen = locator_proposals.times_seen + 1,
       candidates = excluded.candidates, failed_command = excluded.failed_command, page_url = excluded.page_url,
       task_id = excluded.task_id, last_seen_at = now()`,
    [taskId, writeStorableJson(rows)],
  );
}

/** `nodes[3][0].nodes[1]` is the step `nodes[3].nodes[1]` of the automation. */
function withoutIterations(nodePath: string): string {
  return nodePath.replaceAll(/\](?:\[\d+\])+/g, ']');
}
