import type { EgressGuard } from '@errand/egress-guard';
import { callOutside } from '../outside/call-outside.ts';
import type { NetworkLog } from '../page/pages/network-log.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import { replayCall } from '../page/pages/replay-call.ts';
import { waitForCalls } from '../page/pages/wait-for-calls.ts';
import type { OutsideActs } from '../actions/action-context.ts';

/** What network calls, and requests outside the browser, need from a run. */
export interface OutsideRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  readonly network: NetworkLog;
  /** Makes the requests that do not go through a browser. */
  readonly egress: EgressGuard;
}

/** Acts on the network calls of the pages, and on addresses outside the browser. */
export function createOutsideActions(run: OutsideRun): OutsideActs {
  const { egress, network, pages, signal } = run;
  return {
    findCalls: (search) => waitForCalls(network, search, signal),
    replayCall: (call) => replayCall(egress, call, { page: pages.current().page, signal }),
    callOutside: (url, request) => callOutside(egress, url, { ...request, signal }),
  };
}
