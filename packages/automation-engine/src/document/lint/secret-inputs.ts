import { parseTemplate } from '@errand/expressions';
import { namesSecretInCode } from '../../fields/secret-words.ts';
import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { LintRule } from './lint-rule.ts';
import type { NodeInScope } from './lint-subject.ts';

/** Inputs that are passwords by their names and are typed into fields: one warning for all. */
export const secretInputs: LintRule = {
  name: 'secret-as-input',
  *find({ automation, nodes }) {
    const typed = new Set(nodes.flatMap(namesTypedBy));
    const secrets = Object.keys(automation.parameters.input_parameters).filter(
      (name) => typed.has(name) && namesSecretInCode(name),
    );
    const [first] = secrets;
    if (first === undefined) return;
    const quoted = secrets.map((name) => `"${name}"`).join(', ');
    const [subject, them] =
      secrets.length === 1
        ? [`The input ${quoted} is`, 'it']
        : [`The inputs ${quoted} are`, 'them'];
    yield {
      path: ['parameters', 'input_parameters', first],
      message: `${subject} stored unencrypted and shown with every task. For a real secret, declare ${them} in secure_parameters instead: a task then gives a reference to a vault, and the step stays as it is.`,
    };
  },
};

function namesTypedBy({ node }: NodeInScope): string[] {
  const found = findActionOfNode(node);
  const text = found?.action.fields?.typed?.describe(found.params).text;
  if (text === undefined) return [];
  return parseTemplate(text).segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.placeholder.kind === 'variable'
      ? [segment.placeholder.name]
      : [],
  );
}
