import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';

/** Nobody came in time, or the worker has what the person sent. */
export const endHumanWait = defineRoute(
  'endHumanWait',
  async ({ humanWaits }, { params, body }) => {
    const outcome = await humanWaits.end(holderOf(params, body), body.wait_id, body.outcome);
    return { status: 200, body: { outcome } };
  },
);
