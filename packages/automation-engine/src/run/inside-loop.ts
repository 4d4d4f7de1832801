import { createBindings, type LoopBinding } from '@errand/expressions';
import type { LoopIteration } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunState } from './run-state.ts';

/** The same run with the placeholders of one iteration bound. */
export function insideLoop(run: RunState, binding: LoopBinding): RunState {
  const scope = { ...run.scope, loops: [...(run.scope.loops ?? []), binding] };
  return { ...run, scope, bindings: createBindings(scope) };
}

/** How an iteration ended, for the loop status. */
export function describeEnd(
  failure: RunFailure | undefined,
): Pick<LoopIteration, 'status' | 'error'> {
  return failure ? { status: 'error', error: failure.message } : { status: 'success' };
}
