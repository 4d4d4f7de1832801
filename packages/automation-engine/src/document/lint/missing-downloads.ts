import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { Node } from '../nodes/node.ts';
import type { LintRule } from './lint-rule.ts';

/** Downloads that are expected although no step starts one. */
export const missingDownloads: LintRule = {
  name: 'no-download-step',
  *find({ automation, nodes }) {
    const count = automation.expected_downloads;
    if (count === 0 || nodes.some(({ node }) => mayDownload(node))) return;
    yield {
      path: ['expected_downloads'],
      message: `${count} download${count === 1 ? ' is' : 's are'} expected, but no step is declared to start one. Set expect_download on the step that starts it, or expected_downloads to 0.`,
    };
  },
};

/** Scripts, agents and plug-ins may start downloads without declaring them. */
function mayDownload(node: Node): boolean {
  if (node.type === 'private_node') return true;
  const found = findActionOfNode(node);
  return found?.action.effects?.mayDownload?.(found.params) === true;
}
