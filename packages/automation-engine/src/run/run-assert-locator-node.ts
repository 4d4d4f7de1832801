import { bindText, parseTemplate } from '@errand/expressions';
import type { RunFailure } from '../reports/run-events.ts';
import type { PageRun } from '../page/page-run.ts';
import type { Interpreter } from './interpreter.ts';
import { meetsExpectation } from '../page/elements/expect-visibility.ts';
import type { AssertLocatorNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';

/** Stores whether the expectation is met. An unmet expectation is not a failure. */
export function runAssertLocatorNode(
  run: PageRun & Pick<Interpreter, 'runStep' | 'variables'>,
  { node, path }: PlacedNode<AssertLocatorNode>,
): Promise<RunFailure | undefined> {
  return run.runStep({ path, kind: node.type }, async () => {
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
