import { defineRoute } from '../http/define-route.ts';
import type { ViewerStore } from './viewer-store.ts';

/** A gateway redeems a ticket that it has verified. */
export const redeemTicket = defineRoute(
  'redeemTicket',
  async ({ viewers }: { readonly viewers: ViewerStore }, { body }) => {
    const { traceId, ...address } = await viewers.redeem({
      jti: body.jti,
      taskId: body.task_id,
      accountId: body.account_id,
      apiKeyId: body.api_key_id,
      leaseEpoch: body.lease_epoch,
      mode: body.mode,
      gatewayId: body.gateway_id,
      viewerAddress: body.viewer_address,
    });
    const trace = traceId === undefined ? {} : { trace_id: traceId };
    return { status: 200, body: { ...address, ...trace } };
  },
);
