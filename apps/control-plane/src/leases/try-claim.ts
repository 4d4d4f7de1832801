import type { JsonValue } from '@errand/foundation';
import { SealedValueError, type Sealer } from '@errand/secrets';
import { readTraceContext } from '@errand/tracing';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Observer } from '../telemetry/observer.ts';
import type { Start } from '../transitions/continuation.ts';
import { changePermits, labelOf } from '../transitions/permits.ts';
import {
  takeFirstPermit,
  takeTask,
  type TakenTask,
  type Taking,
} from '../transitions/take-task.ts';
import { countSecrets } from './count-secrets.ts';
import { endAttempt } from './end-attempt.ts';
import { writeGoalAutomation } from './goal-automation.ts';
import { giveSecret } from './lease-secret.ts';
import type { Lease, LeasedTask } from './lease.ts';
import { withoutReferences } from './without-references.ts';

export interface ClaimDependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly leaseSeconds: number;
  /** How much longer than its timeout an attempt may last, in seconds. Default: not reported. */
  readonly timeoutGraceSeconds?: number | undefined;
  readonly observer?: Observer | undefined;
}

interface Claimer {
  readonly workerId: string;
  readonly registrationId: string | null;
  /** Version of the worker protocol that the worker speaks. Default: this release's version. */
  readonly protocol?: number | undefined;
  /** Lanes from which the worker takes permits. */
  readonly lanes: readonly string[];
}

/**
 * Takes the next task, if any: permit, task and lease in one transaction. A task whose sealed
 * values cannot be opened fails with that reason, because a retry would not help, and the next one
 * is taken. Stops when the signal fires, because nothing waits any longer; the remaining permits
 * that must wait are left to the next claim. Returns 'draining' for a worker that gets nothing new.
 */
export async function tryClaim(
  dependencies: ClaimDependencies,
  claimer: Claimer,
  signal: AbortSignal,
): Promise<Lease | 'draining' | undefined> {
  const { database, queue, leaseSeconds } = dependencies;
  const closeSessions: string[] = [];
  while (!signal.aborted) {
    const taken = await database.transaction(async (transaction) => {
      const permit = await takeFirstPermit(queue, transaction, claimer);
      if (!permit) return 'no permit';
      if (permit === 'draining') return permit;
      const { workerId, protocol } = claimer;
      const lease = { workerId, protocol, leaseSeconds };
      const taking = await takeTask(transaction, permit, lease);
      await changePermits(queue, transaction, taking.permits);
      if (taking.outcome !== 'taken') return taking;
      const { id: taskId, lease_epoch: leaseEpoch } = taking;
      const given = { taskId, leaseEpoch, registrationId: claimer.registrationId };
      const leaseSecret = await giveSecret(transaction, given);
      return { ...taking, leaseSecret, permit };
    });
    if (taken === 'no permit') return undefined;
    if (taken === 'draining') return taken;
    // A void or waiting permit has been dealt with: look at the next one.
    if (!('leaseSecret' in taken)) continue;
    const { lane, waitedSeconds } = taken.permit;
    const label = lane === null ? undefined : labelOf(lane);
    dependencies.observer?.taskClaimed({ label, waitedSeconds });
    const lease = await openLease(dependencies, claimer, taken);
    if (lease) return { ...lease, closeSessions: [...closeSessions, ...lease.closeSessions] };
    if (taken.close_session !== null) closeSessions.push(taken.close_session);
  }
  return undefined;
}

async function openLease(
  dependencies: ClaimDependencies,
  { workerId }: Claimer,
  taken: Parameters<typeof leaseOf>[0],
): Promise<Lease | undefined> {
  try {
    const lease = leaseOf(taken, dependencies);
    const { timeoutGraceSeconds: grace } = dependencies;
    if (grace === undefined) return lease;
    return { ...lease, task: { ...lease.task, timeout_grace_seconds: grace } };
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    const { id: taskId, lease_epoch: leaseEpoch, leaseSecret } = taken;
    const holder = { taskId, leaseEpoch, leaseSecret, workerId };
    const errorClass = 'secret_unavailable';
    await endAttempt(dependencies, holder, {
      ending: 'failed',
      error_class: errorClass,
      error: `The encrypted values of the task cannot be decrypted: ${error.message} Submit the task again; if that does not help, ask the operator to check SEALING_KEYS.`,
    });
    dependencies.observer?.attemptEnded?.({
      ...holder,
      attempt: leaseEpoch,
      outcome: 'failed',
      errorClass,
      trace: readTraceContext(taken),
      allocatedAt: taken.allocated_at,
      endedAt: new Date(),
    });
    return undefined;
  }
}

/** Builds the lease that the worker receives. */
export function leaseOf(
  row: TakenTask &
    Pick<Taking, 'session_id' | 'is_new_session' | 'close_session'> &
    Pick<Lease, 'leaseSecret'>,
  { sealer, leaseSeconds }: { readonly sealer: Sealer; readonly leaseSeconds: number },
): Lease {
  const unseal = (sealed: string | null, context: string): JsonValue =>
    sealed === null ? null : sealer.unseal(sealed, context);
  // The sealed values were validated at submission against the schema that these types are
  // generated from.
  const secureParameters = unseal(row.secure_parameters, sealedContext.secureParameters(row.id));
  const { replay, ...debugging } = row.debug_session ?? {};
  const start = unseal(row.start, sealedContext.continuation(row.id));
  const rdpParameter = unseal(row.rdp_parameter, sealedContext.rdpParameter(row.id));
  return {
    taskId: row.id,
    leaseEpoch: row.lease_epoch,
    leaseSecret: row.leaseSecret,
    leaseSeconds,
    expiresAt: row.lease_expires_at,
    session:
      row.session_id === null
        ? null
        : { sessionId: row.session_id, isNew: row.is_new_session === true },
    closeSessions: row.close_session === null ? [] : [row.close_session],
    trace: readTraceContext(row),
    task: {
      recording_id: row.recording_id,
      endpoint_name: row.endpoint_name,
      ...whatRuns(row),
      secure_parameters: countSecrets((secureParameters ?? {}) as Record<string, readonly []>),
      rdp_parameter: rdpParameter as LeasedTask['rdp_parameter'],
      input_files: row.input_files,
      unique_parameter_names: row.unique_parameter_names,
      max_timeout_in_minutes: row.max_timeout_in_minutes,
      use_proxy: row.use_proxy,
      is_dedicated: row.is_dedicated,
      retry_count: row.infrastructure_retries + row.automation_retries,
      attempt: row.lease_epoch,
      model_usage: row.model_usage,
      created_at: row.created_at.toISOString(),
      account_id: row.account_id,
      ...(row.trace && { trace: row.trace }),
      ...(start !== null && { start: start as unknown as Start }),
      ...(row.debug_session && { debug_session: debugging }),
    },
    replay,
  };
}

/** The recording's steps, or an agent with a goal on its start page. */
function whatRuns(task: TakenTask): Pick<LeasedTask, 'automation' | 'input_parameters'> {
  const { goal, automation, input_parameters } = task;
  if (goal === null) return { automation: withoutReferences(automation), input_parameters };
  const url = String(automation['url']);
  return writeGoalAutomation({ url, goal, input_parameters });
}
