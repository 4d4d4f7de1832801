import { findSimilar } from './known-names.ts';
import type { LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';

/** Loops over a list that will not be there. */
export const unknownLists: LintRule = {
  name: 'unknown-list',
  *find(subject) {
    for (const { node, path } of subject.nodes) {
      if (node.type !== 'for_loop_node' || node.variable_name === undefined) continue;
      for (const name of node.variable_name.split(',').map((part) => part.trim())) {
        const message = problemOf(name, subject);
        if (message !== undefined) yield { path: [...path, 'variable_name'], message };
      }
    }
  },
};

function problemOf(
  name: string,
  { automation: { parameters }, names }: LintSubject,
): string | undefined {
  const lists = { ...parameters.input_parameters, ...parameters.generated_parameters };
  if (Object.hasOwn(lists, name) || names.isWritten(name)) return undefined;
  if (Object.hasOwn(parameters.secure_parameters, name)) {
    return `"${name}" is a secret, and a loop goes over input parameters and variables only.`;
  }
  const nearest = findSimilar(name, names.all);
  const wayOut = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `The loop goes over "${name}", which nothing declares or writes.${wayOut}`;
}
