import { defineRoute } from '../http/define-route.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { hideReceiver, toWireDelivery } from './delivery-wire.ts';

export const redeliver = defineRoute(
  'redeliver',
  async ({ deliveryLog }: { readonly deliveryLog: DeliveryLog }, { params, accountId, scopes }) => {
    const delivery = await deliveryLog.redeliver(accountId, params.delivery_id);
    const written = toWireDelivery(delivery);
    const shown = scopes.includes('read') ? written : hideReceiver(written);
    return { status: 202, body: { success: true, delivery: shown } };
  },
);
