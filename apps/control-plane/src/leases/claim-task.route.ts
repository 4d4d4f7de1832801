import { defineRoute } from '../http/define-route.ts';
import { writeLease } from './write-lease.ts';

/** A free slot asks for work; the request stays open until there is some. */
export const claimTask = defineRoute('claimTask', async ({ leases }, { body, signal }) => {
  const lease = await leases.claim({
    workerId: body.worker_id,
    version: body.worker_version,
    slots: body.slots,
    labels: body.labels,
    screen: body.screen,
    waitSeconds: body.wait_seconds,
    signal,
  });
  if (!lease) return { status: 204 };
  return {
    status: 200,
    body: { lease: writeLease(lease), close_sessions: [...lease.closeSessions] },
  };
});
