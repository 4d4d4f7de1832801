import type { RunState } from './run-state.ts';
import { callOutside } from '../outside/call-outside.ts';
import { replayCall } from '../page/pages/replay-call.ts';
import { waitForCalls } from '../page/pages/wait-for-calls.ts';
import type { OutsideActs } from '../actions/action-context.ts';

type OutsideRun = Pick<RunState, 'egress' | 'network' | 'pages' | 'signal'>;

/** Acts on the network calls of the pages, and on addresses outside the browser. */
export function createOutsideActions(run: OutsideRun): OutsideActs {
  const { egress, network, pages, signal } = run;
  return {
    findCalls: (search) => waitForCalls(network, search, signal),
    replayCall: (call) => replayCall(egress, call, { page: pages.current().page, signal }),
    callOutside: (url, request) => callOutside(egress, url, { ...request, signal }),
  };
}
