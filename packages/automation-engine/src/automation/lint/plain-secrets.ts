import { parseTemplate } from '@errand/expressions';
import type { Finding, LintRule } from './lint-rule.ts';
import type { NodeInScope } from './lint-subject.ts';
import { sourceOf, variableOf } from './reads.ts';

/** Where a secret goes only to the page, to a called API or to a plug-in, and is not stored or shown. */
const safeFields = [
  /^interaction_action\.input_text\.input_text$/,
  /^extraction_action\.api_call\.(headers|body)(\.|$)/,
  /^inputs(\.|$)/,
];
const passwordField = /passw|passphrase|passcode|\bpwd\b|\bpin\b|\bsecret\b/i;

/** Secrets where they would be stored or shown, and passwords written into the automation. */
export const plainSecrets: LintRule = {
  name: 'secret-in-plain-field',
  *find({ automation, reads, nodes }) {
    const secrets = automation.parameters.secure_parameters;
    for (const { field, read } of reads) {
      const name = variableOf(read)?.name;
      if (name === undefined || !Object.hasOwn(secrets, name)) continue;
      if (safeFields.some((safe) => safe.test(field.name))) continue;
      yield {
        path: field.path,
        message: `${sourceOf(read)} is a secret, and this field is stored or shown as it is. Type secrets with input_text, or send them in headers or body of an api_call.`,
      };
    }
    for (const place of nodes) yield* writtenPassword(place);
  },
};

function writtenPassword({ node, path }: NodeInScope): Finding[] {
  if (node.type !== 'action_node') return [];
  const step = node.interaction_action?.input_text;
  if (step?.input_text === undefined || !isPlain(step.input_text)) return [];
  const target = [step.command, step.xpath, step.keyword, step.prompt_instructions].join('\n');
  if (!passwordField.test(target)) return [];
  return [
    {
      path: [...path, 'interaction_action', 'input_text', 'input_text'],
      message:
        'A password is written into the automation, where everyone who can read it sees it. Declare a secure parameter and type its placeholder.',
    },
  ];
}

function isPlain(text: string): boolean {
  return text.trim() !== '' && parseTemplate(text).segments.every(({ kind }) => kind === 'text');
}
