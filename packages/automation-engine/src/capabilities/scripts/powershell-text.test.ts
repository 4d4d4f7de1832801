import { expect, test } from '@jest/globals';
import { createBindings } from '@errand/expressions';
import { bindCommand } from './powershell-text.ts';

const inputParameters = {
  text: [`a'b"c$d\`e`],
  curly: ['‘x’ “y”'],
  n: [5],
  flag: [true],
};
const bindings = createBindings({ inputParameters, generatedVariables: {} });

test.each([
  ['echo {text[0]}', `echo 'a''b"c$d\`e'`],
  [`echo 'it is {text[0]}'`, `echo 'it is a''b"c$d\`e'`],
  ['echo "it is {text[0]}"', `echo "it is a'b\`"c\`$d\`\`e"`],
  ['echo "a `" {text[0]}"', `echo "a \`" a'b\`"c\`$d\`\`e"`],
  [`echo 'it''s' {n[0]} {flag[0]}`, `echo 'it''s' (5) $true`],
  [`echo '{curly[0]}' "{curly[0]}"`, 'echo \'‘‘x’’ “y”\' "‘x’ `“y`”"'],
  ['echo 1 # it is {text[0]}\necho {n[0]}', `echo 1 # it is a'b"c$d\`e\necho (5)`],
  ['ls | % {index}', 'ls | % {index}'],
])('binds %j', (command, expected) => {
  expect(bindCommand(command, bindings)).toBe(expected);
});

test('throws for a placeholder without a value', () => {
  expect(() => bindCommand('echo {none[0]}', bindings)).toThrow(/\{none\[0\]\}/);
});
