import { defineRoute } from '../http/define-route.ts';
import type { WorkerList } from './list-workers-store.ts';

export const listWorkers = defineRoute(
  'listWorkers',
  async ({ workers }: { readonly workers: WorkerList }) => {
    const listed = await workers.list();
    return {
      status: 200,
      body: {
        workers: listed.map(
          ({ id, first_seen_at: first, last_seen_at: last, drain, ...worker }) => ({
            worker_id: id,
            ...worker,
            drain: drain && { by: drain.by, reason: drain.reason, drained_at: drain.at },
            first_seen_at: first.toISOString(),
            last_seen_at: last.toISOString(),
          }),
        ),
      },
    };
  },
);
