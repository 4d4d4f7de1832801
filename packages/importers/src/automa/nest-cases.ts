import type { NodeDocument } from '../draft/mapping.ts';
import type { AutomaCase } from './automa-conditions.ts';

interface Branch {
  readonly output: string;
  readonly list: NodeDocument[];
}

/** Each case is the else branch of the previous one; the last branch runs if no case applies. */
export function nestCases(cases: readonly AutomaCase[]): {
  readonly branches: readonly Branch[];
  readonly nodes: NodeDocument[];
} {
  const branches: Branch[] = [{ output: 'fallback', list: [] }];
  let nodes = branches[0]?.list ?? [];
  for (const { output, condition, before } of cases.toReversed()) {
    const list: NodeDocument[] = [];
    branches.unshift({ output, list });
    const node = { type: 'if_else_node', condition, if_nodes: list, else_nodes: nodes };
    nodes = [...before, node];
  }
  return { branches, nodes };
}
