import { openDeadline } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { readTime } from '../http/read-time.ts';
import { readPlace, writePlace } from '../paging/place-cursor.ts';
import type { DeliveryLog } from './delivery-log.ts';

/** Proxies may cut off clients that wait longer. The response says whether deliveries are left. */
const DEADLINE_MS = 10_000;

export const redeliverMany = defineRoute(
  'redeliverMany',
  async (
    { deliveryLog }: { readonly deliveryLog: Pick<DeliveryLog, 'redeliverMany'> },
    { body, accountId, signal },
  ) => {
    using deadline = openDeadline(signal, DEADLINE_MS);
    const scope = { accountId, signal: deadline.signal };
    const { results, hasMore } = await deliveryLog.redeliverMany(scope, {
      state: body.state ?? 'failed',
      taskIds: body.task_ids,
      urlPrefix: body.url_prefix,
      createdAfter: readTime(['body', 'created_after'], body.created_after),
      createdBefore: readTime(['body', 'created_before'], body.created_before),
      after: readPlace(body.cursor, 'body'),
    });
    const queuedCount = results.filter(({ isQueued }) => isQueued).length;
    const last = results.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        queued_count: queuedCount,
        skipped_count: results.length - queuedCount,
        has_more: hasMore,
        next_cursor: hasMore && last ? writePlace(last) : null,
        results: results.map(({ id, taskId, isQueued }) => ({
          delivery_id: id,
          task_id: taskId,
          outcome: isQueued ? ('queued' as const) : ('skipped' as const),
        })),
      },
    };
  },
);
