import type { WorkerProtocol } from '@errand/api-types';
import { pauseUntilAborted } from '@errand/foundation';
import type { ObjectStorage } from '@errand/object-storage';
import { defineRoute } from '../http/define-route.ts';
import { WORKER_TOKEN_REFUSED, UnauthorizedError } from '../http/http-errors.ts';
import type { ReleaseReason } from '../telemetry/observer.ts';
import type { WorkerRegister } from '../workers/worker-register.ts';
import { writeProtocol } from '../workers/write-protocol.ts';
import type { Lease } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';
import { writeLease } from './write-lease.ts';

/** A session may wait for its browser before it fetches the trace. */
const TRACE_URL_SECONDS = 3_600;

/**
 * Leases a task to a worker with a free slot. The request stays open until there is work. A worker
 * that speaks too old a protocol version gets none.
 */
export const claimTask = defineRoute(
  'claimTask',
  async (
    {
      leases,
      workerRegister,
      workerProtocol,
      storage,
    }: {
      readonly leases: LeaseStore;
      readonly workerRegister: Pick<WorkerRegister, 'isCurrent'>;
      readonly workerProtocol: WorkerProtocol;
      readonly storage: Pick<ObjectStorage, 'presignDownload'>;
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
    // Nobody would know of the lease until it expires.
    await using unclaimed = new AsyncDisposableStack();
    let reason: ReleaseReason = 'drain';
    unclaimed.defer(() => leases.returnUnclaimed({ ...lease, workerId }, reason));
    // The registration may have been revoked while the claim waited.
    if (!(await workerRegister.isCurrent(registrationId))) {
      reason = 'revoked';
      throw new UnauthorizedError(WORKER_TOKEN_REFUSED);
    }
    const replay = await signReplay(storage, lease);
    if (signal.aborted) return { status: 204 };
    unclaimed.move();
    return {
      status: 200,
      body: {
        lease: writeLease(lease, replay),
        close_sessions: [...lease.closeSessions],
        ...writeProtocol(workerProtocol),
      },
    };
  },
);

async function signReplay(
  storage: Pick<ObjectStorage, 'presignDownload'>,
  { replay }: Lease,
): Promise<{ readonly trace_url: string | null } | undefined> {
  if (!replay) return undefined;
  const { key } = replay;
  if (key === undefined) return { trace_url: null };
  const file = { key, filename: 'trace.zip', expiresInSeconds: TRACE_URL_SECONDS };
  return { trace_url: await storage.presignDownload(file) };
}
