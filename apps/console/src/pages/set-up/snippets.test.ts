import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { SNIPPETS } from './snippets.ts';

const facts = {
  url: 'https://errand.example',
  name: "Ann's orders",
  inputs: { count: ['3'], note: ['it\'s "due"'] },
  secrets: ['password'],
};
const submission = {
  endpoint_name: "Ann's orders",
  input_parameters: facts.inputs,
  secure_parameters: {
    password: [{ onepassword: { vault_name: 'VAULT', item_name: 'ITEM', field_name: 'FIELD' } }],
  },
};

const snippet = (id: string): string =>
  SNIPPETS.find((each) => each.id === id)?.parts(facts)[0]?.text ?? '';

test('the snippets submit what the API accepts', () => {
  const shell = snippet('curl').replace(/^curl[^]*? -d /, 'printf %s ');
  expect(JSON.parse(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }))).toEqual(submission);
  const [, typescript = ''] = /errand\.run\(([^]*?)\);/.exec(snippet('typescript')) ?? [];
  expect(JSON.parse(typescript)).toEqual(submission);
  const [, python = ''] = /json\.loads\((".*")\)\n/.exec(snippet('python')) ?? [];
  expect(JSON.parse(JSON.parse(python))).toEqual(submission);
  // The client does not accept an undefined key.
  expect(snippet('typescript')).toContain("apiKey: process.env['ERRAND_API_KEY'] ?? '',");
  const { secure_parameters: _none, ...plain } = submission;
  const bare = SNIPPETS[0]?.parts({ ...facts, secrets: [] })[0]?.text ?? '';
  expect(bare).toContain(JSON.stringify(plain.input_parameters.count[0]));
  expect(bare).not.toContain('secure_parameters');
});
