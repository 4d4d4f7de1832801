import { parseTemplate } from '@errand/expressions';
import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { Finding, LintRule } from './lint-rule.ts';
import type { NodeInScope } from './lint-subject.ts';

const PASSWORD_FIELD = /passw|passphrase|passcode|\bpwd\b|\bpin\b|\bsecret\b/i;

/** Passwords and seeds in plain text. Misplaced secrets are rejected before linting. */
export const plainSecrets: LintRule = {
  name: 'secret-in-plain-field',
  *find({ automation, nodes }) {
    for (const place of nodes) yield* writtenPassword(place);
    for (const [name, references] of Object.entries(automation.parameters.secure_parameters)) {
      for (const [index, { totp }] of references.entries()) {
        if (!totp || totp.totp_secret.startsWith('sealed:')) continue;
        yield {
          path: ['parameters', 'secure_parameters', name, index, 'totp', 'totp_secret'],
          message:
            'The automation contains a seed. It is stored encrypted, but its author knows it: keep it in a vault and refer to it with type "totp_secret", or let tasks supply it.',
        };
      }
    }
  },
};

function writtenPassword({ node, path }: NodeInScope): Finding[] {
  const found = findActionOfNode(node);
  const typed = found?.action.fields?.typed;
  if (!found || !typed) return [];
  const { text, target } = typed.describe(found.params);
  if (text === undefined || !isPlain(text)) return [];
  if (!PASSWORD_FIELD.test(target.join('\n'))) return [];
  return [
    {
      path: [...path, ...found.path, typed.name],
      message:
        'The automation contains a password, visible to everyone who can read it. Declare a secure parameter and type its placeholder.',
    },
  ];
}

function isPlain(text: string): boolean {
  return text.trim() !== '' && parseTemplate(text).segments.every(({ kind }) => kind === 'text');
}
