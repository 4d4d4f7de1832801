import { type Automation, replaceAt } from '../editor/draft/automation-draft.ts';
import { type Json, pathOfWire, valueAt } from '../nodes/paths.ts';

interface Choice {
  readonly nodePath: string;
  readonly candidates: readonly { readonly command: string }[];
  readonly command: string;
}

/** Members that hold other nodes. */
const INNER = new Set(['nodes', 'reset_nodes', 'if_nodes', 'else_nodes']);

/** The current locator of a recorded node: the first candidate that the node contains. */
export function commandOf(
  automation: Automation,
  { nodePath, candidates }: Omit<Choice, 'command'>,
) {
  const texts = textsOf(valueAt(automation, pathOfWire(nodePath)));
  return candidates.find(({ command }) => texts.has(command))?.command;
}

/** Returns the automation with another candidate as the locator of a node. */
export function chooseCommand(automation: Automation, choice: Choice): Automation {
  const current = commandOf(automation, choice);
  const path = pathOfWire(choice.nodePath);
  if (current === undefined) return automation;
  return replaceAt(automation, path, swap(valueAt(automation, path), current, choice.command));
}

function textsOf(value: unknown): Set<unknown> {
  if (typeof value !== 'object' || value === null) return new Set([value]);
  const inner = Object.entries(value).filter(([name]) => !INNER.has(name));
  return new Set(inner.flatMap(([, each]) => [...textsOf(each)]));
}

/** Skips lists, because they hold other nodes. */
function swap(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, each]) => [name, swap(each, from, to)]),
  );
}
