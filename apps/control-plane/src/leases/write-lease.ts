import type { WorkerSchemas } from '@errand/api-types';
import { writeTraceHeaders } from '@errand/tracing';
import type { Lease } from './lease.ts';

/** Converts a lease to the worker protocol. `replay`: where its debug session gets a trace. */
export function writeLease(
  lease: Lease,
  replay?: { readonly trace_url: string | null },
): WorkerSchemas['Lease'] {
  const { debug_session: debugging } = lease.task;
  return {
    task_id: lease.taskId,
    lease_epoch: lease.leaseEpoch,
    lease_secret: lease.leaseSecret,
    lease_seconds: lease.leaseSeconds,
    expires_at: lease.expiresAt.toISOString(),
    session: lease.session && {
      session_id: lease.session.sessionId,
      is_new: lease.session.isNew,
    },
    task: replay ? { ...lease.task, debug_session: { ...debugging, replay } } : lease.task,
    ...(lease.trace && { trace: writeTraceHeaders(lease.trace) }),
  };
}
