import { defineRoute } from '../http/define-route.ts';
import { readTime } from '../http/read-time.ts';
import { readPlace, writePlace } from '../paging/place-cursor.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { toWireDelivery } from './delivery-wire.ts';

const STATES = ['pending', 'delivered', 'failed'] as const;

export const listAllDeliveries = defineRoute(
  'listAllDeliveries',
  async (
    { deliveryLog }: { readonly deliveryLog: Pick<DeliveryLog, 'listAll'> },
    { query, accountId },
  ) => {
    const { deliveries, hasMore } = await deliveryLog.listAll(accountId, {
      states: query.state === undefined ? STATES : [query.state],
      limit: query.limit ?? 50,
      taskId: query.task_id,
      urlPrefix: query.url_prefix,
      createdAfter: readTime(['query', 'created_after'], query.created_after),
      createdBefore: readTime(['query', 'created_before'], query.created_before),
      after: readPlace(query.cursor),
    });
    const last = deliveries.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        deliveries: deliveries.map(toWireDelivery),
        next_cursor:
          hasMore && last ? writePlace({ createdAt: last.createdAt, id: last.deliveryId }) : null,
      },
    };
  },
);
