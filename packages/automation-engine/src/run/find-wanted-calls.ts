import { parseTemplate } from '@errand/expressions';
import type { Automation } from '../document/automation-schema.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import { walkNodes } from '../document/nodes/walk-nodes.ts';
import type { WantedCalls } from '../page/pages/network-log.ts';

/** The calls that network_call steps will look for, so that nothing else has to be recorded. */
export function findWantedCalls(automation: Automation): WantedCalls[] {
  const wanted: WantedCalls[] = [];
  for (const { node } of walkNodes(automation)) {
    if (node.type !== 'action_node') continue;
    const extraction = node.extraction_action?.network_call;
    const assertion = node.assertion_action?.network_call;
    if (extraction) {
      const { url_pattern: pattern, extract_from: from, download_from: download } = extraction;
      const needsBody = from === 'response' || download === 'response';
      wanted.push({ urlParts: literalParts(pattern), needsBody });
    }
    if (readsNetworkCalls(node)) wanted.push({ urlParts: [], needsBody: true });
    if (assertion) wanted.push({ urlParts: literalParts(assertion.url_pattern), needsBody: false });
  }
  return wanted;
}

/** A script reads the calls from its `browser`; which ones cannot be known in advance. */
function readsNetworkCalls({ extraction_action, assertion_action }: ActionNode): boolean {
  const sources = [
    extraction_action?.python_script?.script,
    assertion_action?.python_script?.script,
  ];
  return sources.some((source) => source?.includes('network_calls'));
}

/** Placeholders have no values until the step runs. */
function literalParts(pattern: string): string[] {
  return parseTemplate(pattern).segments.flatMap((segment) =>
    segment.kind === 'text' ? [segment.text] : [],
  );
}
