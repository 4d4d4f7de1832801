import type { ErrandSchemas } from '@errand/api-types';
import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { hashToken } from '../database/random-token.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { HAS_SECRET, lostLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { assertTaskId } from '../task-rows/get-task.ts';

export interface TaskSecrets {
  readonly accountId: string;
  /** Whether a local inference server of the account runs the task. */
  readonly isLocal: boolean;
  /** References by parameter name, as received over the wire. */
  readonly references: ErrandSchemas['SecureParameters'];
}

/** Returns the references to a leased task's secrets. Throws LeaseLostError, TaskNotFoundError. */
export async function findReferences(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  holder: LeaseHolder,
): Promise<TaskSecrets> {
  const { taskId, workerId, leaseEpoch } = holder;
  assertTaskId(taskId);
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{
      account_id: string;
      is_local: boolean;
      secure_parameters: string | null;
    }>(
      `SELECT account_id, is_local, secure_parameters FROM tasks t WHERE id = $1 AND worker_id = $2 AND lease_epoch = $3
         AND status IN ('allocated', 'running') AND ${HAS_SECRET}`,
      [taskId, workerId, leaseEpoch, hashToken(holder.leaseSecret)],
    );
    const [task] = rows;
    if (!task) throw await lostLease(transaction, holder);
    const sealed = task.secure_parameters;
    // Submission sealed only references that passed the schema which this type is generated from.
    const references =
      sealed === null ? {} : sealer.unseal(sealed, sealedContext.secureParameters(taskId));
    return {
      accountId: task.account_id,
      isLocal: task.is_local,
      references: references as TaskSecrets['references'],
    };
  });
}
