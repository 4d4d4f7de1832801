import { defineRoute } from '../http/define-route.ts';
import { toWireDelivery } from './delivery-wire.ts';

export const listDeliveries = defineRoute(
  'listDeliveries',
  async ({ deliveryLog }, { params, accountId }) => {
    const deliveries = await deliveryLog.list(accountId, params.task_id);
    return { status: 200, body: { success: true, deliveries: deliveries.map(toWireDelivery) } };
  },
);
