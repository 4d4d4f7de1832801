import { bindText, parseTemplate } from '@errand/expressions';
import type { RunFailure } from '../reports/run-events.ts';
import type { RunState } from './run-state.ts';
import { meetsExpectation } from '../page/elements/expect-visibility.ts';
import type { AssertLocatorNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './run-list.ts';
import { runStep } from './run-step.ts';

/** Stores whether the expectation is met. An unmet expectation is not a failure. */
export function runAssertLocatorNode(
  run: RunState,
  { node, path }: PlacedNode<AssertLocatorNode>,
): Promise<RunFailure | undefined> {
  return runStep(run, { path, kind: node.type }, async () => {
    const { locator, assertion, output_variable_name: name, timeout } = node;
    const isMet = await meetsExpectation(run, {
      locator,
      isVisible: assertion === 'to_be_visible',
      timeoutMs: timeout * 1000,
    });
    if (name !== undefined) run.variables[bindText(parseTemplate(name), run.bindings)] = [isMet];
    return { outcome: 'done' };
  });
}
