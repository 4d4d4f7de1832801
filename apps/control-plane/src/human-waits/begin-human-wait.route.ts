import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { HumanWaitStore } from './human-wait-store.ts';

/** The run has reached a step that needs a person to continue. */
export const beginHumanWait = defineRoute(
  'beginHumanWait',
  async ({ humanWaits }: { readonly humanWaits: HumanWaitStore }, { params, body }) => {
    const waitUntil = await humanWaits.begin(holderOf(params, body), {
      waitId: body.wait_id,
      nodePath: body.node_path,
      pageUrl: body.page_url,
      maxWaitSeconds: body.max_wait_seconds,
    });
    return { status: 200, body: { wait_until: waitUntil.toISOString() } };
  },
);
