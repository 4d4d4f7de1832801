import { defineRoute } from '../http/define-route.ts';
import type { WaitStore } from './wait-store.ts';

export const getWorkers = defineRoute(
  'getWorkers',
  async ({ waits }: { readonly waits: Pick<WaitStore, 'countWorkers'> }, { accountId }) => ({
    status: 200,
    body: { success: true, workers: await waits.countWorkers(accountId) },
  }),
);
