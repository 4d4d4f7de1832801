import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { HumanWaitStore } from './human-wait-store.ts';

/** The wait timed out, or the worker has received the person's input. */
export const endHumanWait = defineRoute(
  'endHumanWait',
  async ({ humanWaits }: { readonly humanWaits: HumanWaitStore }, { params, body }) => {
    const outcome = await humanWaits.end(holderOf(params, body), body.wait_id, body.outcome);
    return { status: 200, body: { outcome } };
  },
);
