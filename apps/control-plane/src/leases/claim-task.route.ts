import { defineRoute } from '../http/define-route.ts';
import { WORKER_TOKEN_REFUSED, UnauthorizedError } from '../http/http-errors.ts';
import type { WorkerRegister } from '../workers/worker-register.ts';
import type { LeaseStore } from './lease-store.ts';
import { writeLease } from './write-lease.ts';

/** Leases a task to a worker with a free slot. The request stays open until there is work. */
export const claimTask = defineRoute(
  'claimTask',
  async (
    {
      leases,
      workerRegister,
    }: { readonly leases: LeaseStore; readonly workerRegister: WorkerRegister },
    { worker, body, signal },
  ) => {
    const { workerId, registrationId } = worker;
    const lease = await leases.claim({ ...worker, waitSeconds: body.wait_seconds, signal });
    if (!lease) return { status: 204 };
    // The registration may have been revoked while the claim waited.
    if (!(await workerRegister.isCurrent(registrationId))) {
      await leases.release({ ...lease, workerId });
      throw new UnauthorizedError(WORKER_TOKEN_REFUSED);
    }
    return {
      status: 200,
      body: { lease: writeLease(lease), close_sessions: [...lease.closeSessions] },
    };
  },
);
