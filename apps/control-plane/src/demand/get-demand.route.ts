import { defineRoute } from '../http/define-route.ts';
import type { DemandStore } from './demand-store.ts';

/** The signal for autoscalers. */
export const getDemand = defineRoute(
  'getDemand',
  async ({ demand }: { readonly demand: DemandStore }, { query }) => {
    const { claimable, busy, waiting, oldestClaimableSeconds } = await demand.read(
      query.labels?.split(',') ?? [],
    );
    const reasons = Object.values(waiting);
    return {
      status: 200,
      body: {
        claimable,
        busy,
        slots_wanted: claimable + busy,
        waiting: { total: reasons.reduce((sum, count) => sum + count, 0), ...waiting },
        oldest_claimable_seconds: oldestClaimableSeconds,
      },
    };
  },
);
