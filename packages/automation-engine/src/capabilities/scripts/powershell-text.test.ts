import { expect, test } from '@jest/globals';
import { createBindings } from '@errand/expressions';
import { bindCommands } from './powershell-text.ts';
import { UnsafePlaceholderError } from './script-action-errors.ts';

const inputParameters = {
  text: [`a'b"c$d\`e`],
  curly: ['‘x’ “y”'],
  n: [5],
  flag: [true],
  lines: ['it\'s\n\r\tcalc "$x\u2028'],
};
const bindings = createBindings({ inputParameters, generatedVariables: {} });

const LINES = 'echo "it\'s$([char]10)$([char]13)$([char]9)calc `"`$x$([char]8232)"';
const WITH_BLOCK = `if ($a) {\n  echo (5) #\n\n  echo 'a''b"c$d\`e'\n}`;

test.each([
  ['echo {text[0]}', `echo 'a''b"c$d\`e'`],
  [`echo 'it is {text[0]}'`, `echo 'it is a''b"c$d\`e'`],
  ['echo "it is {text[0]}"', `echo "it is a'b\`"c\`$d\`\`e"`],
  ['echo "a `" {text[0]}"', `echo "a \`" a'b\`"c\`$d\`\`e"`],
  [`echo 'it''s' {n[0]} {flag[0]}`, `echo 'it''s' (5) $true`],
  [`echo '{curly[0]}' "{curly[0]}"`, 'echo \'‘‘x’’ “y”\' "‘x’ `“y`”"'],
  ['echo 1 # it is {text[0]}\necho {n[0]}', `echo 1 # it is a'b"c$d\`e\necho (5)`],
  ['ls | % {index}', 'ls | % {index}'],
  ['echo 1 # it is {lines[0]}', `echo 1 # it is it's   calc "$x `],
  ['echo {lines[0]}', LINES],
  ['echo "{lines[0]}"', LINES],
  ['if ($a) {\n  echo {n[0]} #\n\n  echo {text[0]}\n}', WITH_BLOCK],
  ['echo "${env:X} $a\\{n[0]}" ${b} {n[0]}', 'echo "${env:X} $a\\5" ${b} (5)'],
  ['start "https://portal.example/#/{n[0]}"', 'start "https://portal.example/#/5"'],
  ['echo `# "a`$" {flag[0]}', 'echo `# "a`$" $true'],
  ['tool --n={n[0]}.txt -Port:{n[0]} -On:{flag[0]}', `tool --n='5'.txt -Port:(5) -On:$true`],
  ['tool x{flag[0]}y --t={text[0]}', `tool x'True'y --t='a''b"c$d\`e'`],
  ['ni file{n[0]}-{n[0]}.txt; ls *{curly[0]}*', `ni file'5'-'5'.txt; ls *'‘‘x’’ “y”'*`],
  ['ni $dir\\{n[0]} ${dir}\\{n[0]}', `ni $dir\\'5' \${dir}\\'5'`],
  ['{n[0]}..{n[0]} | % {index}', `(5)..'5' | % {index}`],
  ['foreach ($i in {n[0]}..9) { $a[{n[0]}]+={n[0]} }', 'foreach ($i in (5)..9) { $a[(5)]+=(5) }'],
  ['$a={n[0]}*2; $b = {n[0]}+1', '$a=(5)*2; $b = (5)+1'],
  ['if ({n[0]} -gt {n[0]}) { !{flag[0]} }', 'if ((5) -gt (5)) { !$true }'],
  ['$a={n[0]}; ({text[0]}).Trim(),{n[0]}', `$a=(5); ('a''b"c$d\`e').Trim(),(5)`],
  ['$a = {curly[0]}.Trim()', `$a = '‘‘x’’ “y”'.Trim()`],
  ['', ''],
])('binds %j', (command, expected) => {
  expect(bindCommands([command], bindings)).toEqual([expected]);
});

// In each of these places, some value would be read as code however it is quoted.
test.each([
  ['after # within a word', ['start https://portal.example/#/{v[0]}']],
  ['after # within a word, in quotes', [`tool a#b '{v[0]}'`]],
  ['after # behind a typed space', [`tool a\u00a0#b '{v[0]}'`]],
  ['after # behind an escaped space', ['tool a` #b {v[0]}']],
  ['after # behind a value', ['tool {v[0]}#b {v[0]}']],
  ['after a block comment', [`<# note #> Get-Item '{v[0]}'`]],
  ['in a block comment', ['<# a\n{v[0]}\n#>']],
  ['in code in a string', [`echo "size $((Get-Item '{v[0]}').Length)"`]],
  ['after code in a string', [`echo "$("a")" '{v[0]}'`]],
  ['after a $ in a string', ['echo "costs ${v[0]}"']],
  ['after a variable in a string', ['echo "$env{v[0]}"']],
  ['after a variable with a drive', ['echo "$env:{v[0]}"']],
  ['in the name of a variable', ['echo ${a{v[0]}}']],
  ['in the name of a variable in a string', ['echo "${a{v[0]}}"']],
  ['after a $', ['echo ${v[0]}']],
  ['after a backtick', ['echo `{v[0]}']],
  ['after a backtick in a string', ['echo "`{v[0]}"']],
  ['after an @', ['echo @{v[0]}']],
  ['that touches another', ['echo {v[0]}{v[0]}']],
  ['that touches another in a word', ['echo a{v[0]}{v[0]}']],
  ['that touches quotes before it', [`echo 'a'{v[0]}`]],
  ['that touches quotes behind it', ['echo {v[0]}"a"']],
  ['that touches quotes behind it in a word', [`echo a{v[0]}'a'`]],
  ['that begins a word', ['type {v[0]}\\a.txt']],
  ['that begins a word that contains a dot', ['type {v[0]}.txt']],
  ['before an @', ['mail {v[0]}@portal.example']],
  ['before a wildcard', ['ls {v[0]}*']],
  ['before a member', ['$a = {v[0]}.txt']],
  ['before a dot and another', ['$a = {v[0]}.{v[0]}']],
  ['in a here-string', [`$a = @'\n{v[0]}\n'@`]],
  ['in an expanding here-string', ['$a = @"  \n{v[0]}\n"@']],
  ['after a here-string', [`$a = @'\nit's\n'@; echo {v[0]}`]],
  ['after what only looks like a here-string', [`echo a@'b {v[0]}'`]],
  ['after --%', [`icacls --% a '{v[0]}'`]],
  ['after --% with typographic dashes', [`icacls –—% a '{v[0]}'`]],
  ['after an empty line in a string', [`echo 'a\n\n' '{v[0]}'`]],
  ['after a line break in a string', ['echo "a\r{v[0]}"']],
  ['after an escaped line break in a string', ['echo "a`\n{v[0]}"']],
  ['in a string of the command before', [`echo 'a`, `{v[0]}'`]],
  ['in a here-string of the command before', ['@"', '{v[0]}', '"@']],
  ['in a block comment of the command before', ['<#', '{v[0]}', '#>']],
])('refuses a value %s', (_place, commands) => {
  const values = { ...inputParameters, v: ['x'] };
  expect(() =>
    bindCommands(commands, createBindings({ inputParameters: values, generatedVariables: {} })),
  ).toThrow(/has \{v\[0\]\} where its value could be read as code, .* Set a variable/);
});

test.each(['\n', '\r', '\t', 'x\n\ncalc\n', '\u0085', '\u2028', '\u001b'])(
  'refuses %j in single quotes',
  (value) => {
    const of = createBindings({ inputParameters: { v: [value] }, generatedVariables: {} });
    expect(() => bindCommands([`echo '{v[0]}'`], of)).toThrow(UnsafePlaceholderError);
  },
);

const attacks = [
  `'; calc; '`,
  `'); calc; ('`,
  '"; calc; "',
  '$(calc)',
  '`"; calc; `"',
  '’; calc; ‘',
  '”; calc; “',
  '#> calc <#',
  '1; calc',
  'x\n\ncalc\n',
  'x\rcalc\r',
  `x\n'@; calc; @'`,
  '`',
  '$',
  `'`,
  '"',
  '(calc)',
  '\\"; calc; \\"',
];

test.each(attacks)('keeps %j a literal in every place', (value) => {
  const of = createBindings({ inputParameters: { v: [value] }, generatedVariables: {} });
  const bare = bindCommands(['{v[0]}'], of)[0] ?? '';
  const double = bindCommands(['"a {v[0]} b"'], of)[0] ?? '';
  expect(readLiteral(bare)).toBe(value);
  expect(readLiteral(double)).toBe(`a ${value} b`);
  if (/[\r\n]/.test(value)) return;
  expect(readLiteral(bindCommands([`'a {v[0]} b'`], of)[0] ?? '')).toBe(`a ${value} b`);
});

test('allows values in later commands once a command has closed everything that it opened', () => {
  const first = [
    `$a = @'\nit's\n'@ | Set-Content a`,
    '<# a "\n#> dir',
    'echo "$(dir)"',
    'start a#b',
    `'a\nb'`,
    '# a "',
  ];
  for (const command of first) {
    const commands = [command, 'echo {n[0]}'];
    expect(bindCommands(commands, bindings)).toEqual([command, 'echo (5)']);
  }
  const commands = ['@"', 'text', '"@ | Set-Content a', 'echo {n[0]}'];
  expect(bindCommands(commands, bindings).at(-1)).toBe('echo (5)');
});

test.each([`echo 'a`, 'echo "a', '<# a', `@'\n`, 'echo ${a'])(
  'refuses commands that end open: %j',
  (command) => {
    expect(() => bindCommands(['dir', command], bindings)).toThrow(/Close it in the same command/);
  },
);

/** Reads one PowerShell string with the rules of its grammar; throws if anything follows it. */
function readLiteral(source: string): string {
  const [, single] = /^'((?:[^'‘’‚‛]|['‘’‚‛]{2})*)'$/.exec(source) ?? [];
  if (single !== undefined) return single.replaceAll(/(['‘’‚‛])['‘’‚‛]/g, '$1');
  const part = /[^"“”„`$\r\n]|`[^\r\n]|\$\(\[char\]\d+\)/;
  const [, double] = new RegExp(`^"((?:${part.source})*)"$`).exec(source) ?? [];
  if (double === undefined) throw new Error(`${source} is no single literal.`);
  return double.replaceAll(/`(.)|\$\(\[char\](\d+)\)/g, readEscaped);
}

test('throws for a placeholder without a value', () => {
  expect(() => bindCommands(['echo {none[0]}'], bindings)).toThrow(/\{none\[0\]\}/);
});

function readEscaped(_all: string, escaped: string | undefined, code: string): string {
  return escaped ?? String.fromCharCode(Number(code));
}
