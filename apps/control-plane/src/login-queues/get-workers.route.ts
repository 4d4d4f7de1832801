import { defineRoute } from '../http/define-route.ts';
import type { WaitStore } from './wait-store.ts';

export const getWorkers = defineRoute(
  'getWorkers',
  async (
    { waits }: { readonly waits: Pick<WaitStore, 'countWorkers' | 'listWorkers'> },
    { accountId },
  ) => {
    const [workers, alive] = await Promise.all([
      waits.countWorkers(accountId),
      waits.listWorkers(accountId),
    ]);
    const listed = alive.map((worker) => ({
      ...worker,
      last_seen_at: worker.last_seen_at.toISOString(),
    }));
    return { status: 200, body: { success: true, workers, alive_workers: listed } };
  },
);
