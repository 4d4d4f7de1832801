import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { HumanWaitStore } from './human-wait-store.ts';

/** A long poll: a waiting worker always keeps one open. */
export const awaitHumanAnswer = defineRoute(
  'awaitHumanAnswer',
  async ({ humanWaits }: { readonly humanWaits: HumanWaitStore }, { params, body, signal }) => {
    const { wait_id: waitId, wait_seconds: waitSeconds } = body;
    const wait = { waitId, waitSeconds, signal };
    const variables = await humanWaits.awaitAnswer(holderOf(params, body), wait);
    return {
      status: 200,
      body: { resumed: variables !== undefined, variables: toWire(variables) },
    };
  },
  { isHeldOpen: true },
);

function toWire(
  variables: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string[]> {
  return Object.fromEntries(Object.entries(variables).map(([name, texts]) => [name, [...texts]]));
}
