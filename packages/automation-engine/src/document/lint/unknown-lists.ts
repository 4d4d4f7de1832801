import { listNames } from '../../fields/loop-variables.ts';
import { findSimilar } from './known-names.ts';
import type { LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';

/** Loops over a list that will not exist. */
export const unknownLists: LintRule = {
  name: 'unknown-list',
  *find(subject) {
    for (const { node, path } of subject.nodes) {
      if (node.type !== 'for_loop_node' || node.variable_name === undefined) continue;
      for (const list of listNames(node.variable_name)) {
        const message = problemOf(variableIn(list), subject);
        if (message !== undefined) yield { path: [...path, 'variable_name'], message };
      }
    }
  },
};

/** The variable that contains the list: `answer` for `answer.body.orders`. */
function variableIn(list: string): string {
  return /[A-Za-z_]\w*/.exec(list)?.[0] ?? list;
}

function problemOf(
  name: string,
  { automation: { parameters }, names }: LintSubject,
): string | undefined {
  const lists = { ...parameters.input_parameters, ...parameters.generated_parameters };
  if (Object.hasOwn(lists, name) || names.isWritten(name)) return undefined;
  const nearest = findSimilar(name, names.all);
  const wayOut = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `The loop iterates over "${name}", which nothing declares or writes.${wayOut}`;
}
