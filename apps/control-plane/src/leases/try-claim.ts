import type { JsonValue, Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { takePermit, type Permit } from '../login-queues/permits.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Lease, LeasedTask } from './lease.ts';

interface TakenTask {
  readonly id: string;
  readonly lease_epoch: number;
  readonly lease_expires_at: Date;
  readonly recording_id: string;
  readonly endpoint_name: string;
  readonly automation: LeasedTask['automation'];
  readonly input_parameters: LeasedTask['inputParameters'];
  readonly secure_parameters: string | null;
  readonly rdp_parameter: string | null;
  readonly unique_parameter_names: string[];
  readonly max_timeout_in_minutes: number;
  readonly use_proxy: boolean;
  readonly is_dedicated: boolean;
  readonly infrastructure_retries: number;
  readonly automation_retries: number;
  readonly created_at: Date;
}

export interface ClaimDependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly leaseSeconds: number;
}

/** Takes the task whose turn it is, if any: permit, task and lease in one transaction. */
export async function tryClaim(
  dependencies: ClaimDependencies,
  workerId: string,
): Promise<Lease | undefined> {
  const { database, queue, sealer, leaseSeconds } = dependencies;
  for (;;) {
    const taken = await database.transaction(async (transaction) => {
      const permit = await takePermit(queue, transaction);
      if (!permit) return 'no permit';
      return takeTask(transaction, permit, { workerId, leaseSeconds });
    });
    if (taken === 'no permit') return undefined;
    // A void permit is gone with its transaction: look at the next.
    if (taken) return leaseOf(taken, { sealer, leaseSeconds });
  }
}

async function takeTask(
  transaction: Transaction,
  permit: Permit,
  lease: { readonly workerId: string; readonly leaseSeconds: number },
): Promise<TakenTask | undefined> {
  const { rows } = await transaction.query<TakenTask>(
    `SELECT task.*, version.automation FROM take_task($1, $2, $3, $4, $5, $6) task
     JOIN recording_versions version ON version.id = task.recording_version_id`,
    [permit.id, permit.loginQueueId, permit.taskId, permit.tag, lease.workerId, lease.leaseSeconds],
  );
  return rows[0];
}

function leaseOf(
  row: TakenTask,
  { sealer, leaseSeconds }: { readonly sealer: Sealer; readonly leaseSeconds: number },
): Lease {
  const unseal = (sealed: string | null, context: string): JsonValue =>
    sealed === null ? null : sealer.unseal(sealed, context);
  // What submit sealed had passed the schema that these types are generated from.
  const secureParameters = unseal(row.secure_parameters, sealedContext.secureParameters(row.id));
  const rdpParameter = unseal(row.rdp_parameter, sealedContext.rdpParameter(row.id));
  return {
    taskId: row.id,
    leaseEpoch: row.lease_epoch,
    leaseSeconds,
    expiresAt: row.lease_expires_at,
    task: {
      recordingId: row.recording_id,
      endpointName: row.endpoint_name,
      automation: row.automation,
      inputParameters: row.input_parameters,
      secureParameters: (secureParameters ?? {}) as LeasedTask['secureParameters'],
      rdpParameter: rdpParameter as LeasedTask['rdpParameter'],
      uniqueParameterNames: row.unique_parameter_names,
      maxTimeoutInMinutes: row.max_timeout_in_minutes,
      useProxy: row.use_proxy,
      isDedicated: row.is_dedicated,
      retryCount: row.infrastructure_retries + row.automation_retries,
      attempt: row.lease_epoch,
      createdAt: row.created_at,
    },
  };
}
