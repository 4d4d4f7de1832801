import { defineRoute } from '../http/define-route.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { toWireDelivery } from './delivery-wire.ts';

export const listDeliveries = defineRoute(
  'listDeliveries',
  async ({ deliveryLog }: { readonly deliveryLog: DeliveryLog }, { params, accountId }) => {
    const deliveries = await deliveryLog.list(accountId, params.task_id);
    return { status: 200, body: { success: true, deliveries: deliveries.map(toWireDelivery) } };
  },
);
