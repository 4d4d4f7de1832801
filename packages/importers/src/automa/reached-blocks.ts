import { asText, member } from '../draft/json.ts';
import { reachable } from './find-join.ts';
import { isSwitchedOff } from './map-block.ts';
import type { AutomaBlock, AutomaWorkflow } from './read-workflow.ts';

interface Reaching {
  readonly workflow: AutomaWorkflow;
  readonly stops: ReadonlySet<string>;
}

/** Returns whether a path leads from one block to another. */
export function leadsTo(id: string, start: string, { workflow, stops }: Reaching): boolean {
  for (const one of reachable(workflow, start, stops)) if (one === id) return true;
  return false;
}

/** Searches no further than the breakpoint: a workflow may have many loops. */
export function hasBreakpoint(id: string, start: string, { workflow, stops }: Reaching): boolean {
  for (const one of reachable(workflow, start, stops)) {
    const block = workflow.blocks.get(one);
    if (block && isBreakpoint(block, id)) return true;
  }
  return false;
}

/** Whether a block is the breakpoint of the loop with an id. */
export const isBreakpoint = ({ label, data }: AutomaBlock, id: string): boolean =>
  label === 'loop-breakpoint' && !isSwitchedOff(data) && asText(member(data, 'loopId')) === id;
