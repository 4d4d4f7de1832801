import type { WorkerSchemas } from '@errand/api-types';
import type { LeaseHolder } from './lease.ts';

/** The lease under which a worker's request writes. */
export function holderOf(
  params: { readonly task_id: string },
  body: WorkerSchemas['HeldLease'],
): LeaseHolder {
  return {
    taskId: params.task_id,
    workerId: body.worker_id,
    leaseEpoch: body.lease_epoch,
    leaseSecret: body.lease_secret,
  };
}
