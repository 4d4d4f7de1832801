import type { Finding, LintRule } from './lint-rule.ts';
import type { LintSubject } from './lint-subject.ts';

/** Names shared by two values, so that one of them cannot be reached. */
export const shadowedNames: LintRule = {
  name: 'shadowed-name',
  *find(subject) {
    yield* hidingOutputs(subject);
    yield* hidingIndices(subject);
  },
};

function* hidingOutputs({ automation: { parameters }, names }: LintSubject): Generator<Finding> {
  const given = { ...parameters.input_parameters, ...parameters.secure_parameters };
  for (const { name, field } of names.written) {
    if (!Object.hasOwn(given, name)) continue;
    yield {
      path: field.path,
      message: `From this step on, "${name}" is what the step writes, not the parameter of that name. Choose another name.`,
    };
  }
}

function* hidingIndices({ nodes, names }: LintSubject): Generator<Finding> {
  for (const { node, path, loops } of nodes) {
    if (node.type !== 'for_loop_node' && node.type !== 'while_loop_node') continue;
    const name = node.index_variable_name;
    const isOuterIndex = loops.some((loop) => loop.index_variable_name === name);
    const message = isOuterIndex
      ? `The enclosing loop also has the index "${name}", and {${name}} refers to that one. Give this loop another index_variable_name.`
      : `"${name}" is both a variable and the index of this loop. Give it another index_variable_name.`;
    if (isOuterIndex || names.all.has(name)) {
      yield { path: [...path, 'index_variable_name'], message };
    }
  }
}
