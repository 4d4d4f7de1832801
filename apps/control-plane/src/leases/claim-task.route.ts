import type { WorkerProtocol } from '@errand/api-types';
import { pauseUntilAborted } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { WORKER_TOKEN_REFUSED, UnauthorizedError } from '../http/http-errors.ts';
import type { WorkerRegister } from '../workers/worker-register.ts';
import { writeProtocol } from '../workers/write-protocol.ts';
import type { LeaseStore } from './lease-store.ts';
import { writeLease } from './write-lease.ts';

/**
 * Leases a task to a worker with a free slot. The request stays open until there is work. There is
 * none for a worker that speaks too old a version of the protocol.
 */
export const claimTask = defineRoute(
  'claimTask',
  async (
    {
      leases,
      workerRegister,
      workerProtocol,
    }: {
      readonly leases: LeaseStore;
      readonly workerRegister: WorkerRegister;
      readonly workerProtocol: WorkerProtocol;
    },
    { worker, body, signal },
  ) => {
    const { workerId, registrationId } = worker;
    if (worker.protocol < workerProtocol.minVersion) {
      await pauseUntilAborted(body.wait_seconds * 1_000, signal);
      return { status: 204 };
    }
    const lease = await leases.claim({ ...worker, waitSeconds: body.wait_seconds, signal });
    if (!lease) return { status: 204 };
    // The registration may have been revoked while the claim waited.
    if (!(await workerRegister.isCurrent(registrationId))) {
      await leases.release({ ...lease, workerId }, { reason: 'revoked' });
      throw new UnauthorizedError(WORKER_TOKEN_REFUSED);
    }
    return {
      status: 200,
      body: {
        lease: writeLease(lease),
        close_sessions: [...lease.closeSessions],
        ...writeProtocol(workerProtocol),
      },
    };
  },
);
