import type { Database } from '../database/connect-database.ts';
import { writeStorableJson } from '../database/write-storable-json.ts';
import { assertAttemptHasRoom } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { holdLease } from './held-lease.ts';
import type { LeaseHolder, ReportedStep } from './lease.ts';
import { recordProposals } from './record-proposals.ts';

/**
 * How far running tasks may exceed the limit of their account, as a share of it: their steps are
 * small, and tasks without them are worth less.
 */
const OVERDRAFT = 0.1;

const INSERT_STEPS = `INSERT INTO steps (task_id, lease_epoch, sequence, node_path, kind, outcome,
    reason, error_class, error_message, started_at, duration_ms, page_url, screenshot_artifact_id,
    means, details)
  SELECT $1, $2, s.sequence, s.node_path, s.kind, s.outcome, s.reason, s.error_class,
    s.error_message, s.started_at, s.duration_ms, s.page_url, s.screenshot_artifact_id, s.means,
    s.details
  FROM jsonb_populate_recordset(NULL::steps, $3) s
  ON CONFLICT DO NOTHING RETURNING sequence`;

/**
 * Stores the steps that are not stored yet and returns how many of the given ones are now stored.
 * Throws AttemptStorageFullError, StorageFullError.
 */
export async function recordSteps(
  {
    database,
    storageLimits,
  }: { readonly database: Database; readonly storageLimits: StorageLimits },
  holder: LeaseHolder,
  steps: readonly ReportedStep[],
): Promise<number> {
  const { taskId, leaseEpoch } = holder;
  await database.transaction(async (transaction) => {
    await holdLease(transaction, holder, database);
    const values = [taskId, leaseEpoch, writeStorableJson(steps.map(columnsOf))];
    const { rows } = await transaction.query<{ sequence: number }>(
      database.prepared('insert-steps', INSERT_STEPS, values),
    );
    const reading = { pool: transaction, prepared: database.prepared };
    await assertAttemptHasRoom(reading, storageLimits, { ...holder, overdraft: OVERDRAFT });
    const stored = new Set(rows.map(({ sequence }) => sequence));
    const healed = steps.filter(({ sequence }) => stored.has(sequence));
    await recordProposals(transaction, taskId, healed);
  });
  return new Set(steps.map(({ sequence }) => sequence)).size;
}

function columnsOf(step: ReportedStep): Readonly<Record<string, unknown>> {
  return {
    sequence: step.sequence,
    node_path: step.nodePath,
    kind: step.kind,
    outcome: step.outcome,
    reason: step.reason,
    error_class: step.errorClass,
    error_message: step.errorMessage,
    started_at: step.startedAt,
    duration_ms: step.durationMs,
    page_url: step.pageUrl,
    screenshot_artifact_id: step.screenshotArtifactId,
    means: step.means,
    details: step.details,
  };
}
