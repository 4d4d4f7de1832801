import { defineRoute } from '../http/define-route.ts';
import type { SessionStore } from '../warm-sessions/session-store.ts';
import type { LeaseStore } from './lease-store.ts';

/**
 * A worker calls this every third of the lease time. The response says which leases it still holds.
 */
export const heartbeatLeases = defineRoute(
  'heartbeatLeases',
  async (
    { leases, sessions }: { readonly leases: LeaseStore; readonly sessions: SessionStore },
    { body, registrationId },
  ) => {
    const asked = body.leases.map((lease) => ({
      taskId: lease.task_id,
      leaseEpoch: lease.lease_epoch,
      leaseSecret: lease.lease_secret,
      modelUsage: lease.model_usage,
    }));
    const renewed = await leases.renew(body.worker_id, asked, registrationId);
    const kept = await sessions.renew(body.worker_id, body.sessions ?? []);
    return {
      status: 200,
      body: {
        leases: renewed.map((lease) => ({
          task_id: lease.taskId,
          lease_epoch: lease.leaseEpoch,
          state: lease.state,
          expires_at: lease.expiresAt?.toISOString() ?? null,
          cancel_requested: lease.cancelRequested,
        })),
        sessions: kept.map(({ sessionId, state }) => ({ session_id: sessionId, state })),
      },
    };
  },
);
