import { listNames } from '../../fields/loop-variables.ts';
import type { LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';

/**
 * Loops over a variable that always has one value, which is a list or was meant to be one, and
 * expressions that add to it.
 */
export const singleValues: LintRule = {
  name: 'single-value',
  *find(subject) {
    for (const { node, path } of subject.nodes) {
      if (node.type !== 'for_loop_node' || node.variable_name === undefined) continue;
      for (const name of listNames(node.variable_name)) {
        if (!hasSingleValue(name, subject)) continue;
        const message = `The loop runs once, because "${name}" has one value. If that is a list, iterate over "${name}[0]".`;
        yield { path: [...path, 'variable_name'], message };
      }
    }
    for (const { field, read } of subject.reads) {
      if (read.kind !== 'name' || read.index !== undefined) continue;
      const { name } = read;
      if (!isExtended(name, field.text) || !hasSingleValue(name, subject)) continue;
      const message = `"${name}" is the list of the values of the variable, of which there is one. To add to a list in that value, write ${name}[0] + [...].`;
      yield { path: field.path, message };
    }
  },
};

/** `name + [...]`, but not `name[0] + [...]` or `other.name + [...]`. */
function isExtended(name: string, expression: string): boolean {
  return new RegExp(String.raw`(?<![\w.])${name}\s*\+\s*\[`).test(expression);
}

/** Whether all its writers store one value. A name with placeholders may be any name. */
function hasSingleValue(name: string, { automation: { parameters }, names }: LintSubject): boolean {
  const lists = { ...parameters.input_parameters, ...parameters.generated_parameters };
  if (Object.hasOwn(lists, name) || names.written.some((each) => each.name.includes('{'))) {
    return false;
  }
  const writers = names.written.filter((each) => each.name === name);
  return writers.length > 0 && writers.every(({ isSingle }) => isSingle);
}
