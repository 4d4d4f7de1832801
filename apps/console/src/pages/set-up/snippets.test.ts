import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  SNIPPETS.find((each) => each.id === id)
    ?.parts(facts)
    .find(({ text }) => text.includes(facts.url))?.text ?? '';

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
  const bare = SNIPPETS[0]?.parts({ ...facts, secrets: [] })[1]?.text ?? '';
  expect(bare).toContain(JSON.stringify(plain.input_parameters.count[0]));
  expect(bare).not.toContain('secure_parameters');
});

test('the packages that the snippets need are packed by scripts of the repository', () => {
  const root = new URL('../../../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(root, 'utf8')) as { scripts: object };
  const texts = SNIPPETS.flatMap(({ parts }) => parts(facts).map(({ text }) => text));
  const packed = texts.flatMap((text) => /^npm run (pack:\w+) -- "\$HOME"$/.exec(text)?.[1] ?? []);
  expect(packed).toEqual(['pack:client', 'pack:mcp']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(packed));
  expect(texts.join('\n')).toMatch(/"\$HOME"\/errand-client-\*\.tgz[^]*errand-mcp-\*\.tgz/);
});
