import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { HumanWaitStore } from './human-wait-store.ts';

/** Nobody came in time, or the worker has what the person sent. */
export const endHumanWait = defineRoute(
  'endHumanWait',
  async ({ humanWaits }: { readonly humanWaits: HumanWaitStore }, { params, body }) => {
    const outcome = await humanWaits.end(holderOf(params, body), body.wait_id, body.outcome);
    return { status: 200, body: { outcome } };
  },
);
