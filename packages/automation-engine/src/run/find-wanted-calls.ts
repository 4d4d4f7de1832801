import { parseTemplate } from '@errand/expressions';
import type { Automation } from '../document/automation-schema.ts';
import { findActionOfNode } from '../document/nodes/action-of-node.ts';
import { walkNodes } from '../document/nodes/walk-nodes.ts';
import type { WantedCalls } from '../page/pages/network-log.ts';

/** The calls that steps will look for, so that nothing else has to be recorded. */
export function findWantedCalls(automation: Automation): WantedCalls[] {
  const wanted: WantedCalls[] = [];
  for (const { node } of walkNodes(automation)) {
    const found = findActionOfNode(node);
    for (const calls of found?.action.effects?.recordedCalls?.(found.params) ?? []) {
      const { urlPattern, needsBody } = calls;
      wanted.push({
        urlParts: urlPattern === undefined ? [] : literalParts(urlPattern),
        needsBody,
      });
    }
  }
  return wanted;
}

/** Placeholders have no values until the step runs. */
function literalParts(pattern: string): string[] {
  return parseTemplate(pattern).segments.flatMap((segment) =>
    segment.kind === 'text' ? [segment.text] : [],
  );
}
