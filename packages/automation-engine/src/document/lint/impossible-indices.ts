import type { LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';
import { sourceOf, variableOf } from './reads.ts';

/** Indices that a list cannot have, when that is known before a task runs. */
export const impossibleIndices: LintRule = {
  name: 'impossible-index',
  *find(subject) {
    for (const { field, read } of subject.reads) {
      const variable = variableOf(read);
      if (variable?.index === undefined) continue;
      const problem = problemOf(variable.name, variable.index, subject);
      if (problem !== undefined) {
        yield { path: field.path, message: `${sourceOf(read)} has no value: ${problem}` };
      }
    }
  },
};

function problemOf(
  name: string,
  index: number,
  { automation, names, nodes }: LintSubject,
): string | undefined {
  if (names.isWritten(name)) return undefined;
  // A person who resumes the task may pass values.
  if (nodes.some(({ node }) => 'human_in_loop_action' in node)) return undefined;
  const { generated_parameters: generated, input_parameters: inputs } = automation.parameters;
  const [list] = [generated, inputs]
    .filter((lists) => Object.hasOwn(lists, name))
    .map((lists) => lists[name]);
  if (!list || isWithin(index, list.length)) return undefined;
  if (list.length > 0) {
    return `"${name}" is declared with ${list.length} value${list.length === 1 ? '' : 's'}, counted from 0.`;
  }
  // An input declared without values gets its values from the task.
  if (!Object.hasOwn(generated, name)) return undefined;
  return `"${name}" is declared without values, and no step writes it.`;
}

function isWithin(index: number, length: number): boolean {
  return index < 0 ? -index <= length : index < length;
}
