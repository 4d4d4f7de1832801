import { defineRoute } from '../http/define-route.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { toWireDelivery } from './delivery-wire.ts';

export const redeliver = defineRoute(
  'redeliver',
  async ({ deliveryLog }: { readonly deliveryLog: DeliveryLog }, { params, accountId }) => {
    const delivery = await deliveryLog.redeliver(accountId, params.delivery_id);
    return { status: 202, body: { success: true, delivery: toWireDelivery(delivery) } };
  },
);
