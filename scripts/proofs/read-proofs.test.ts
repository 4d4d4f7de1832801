import { expect, test } from '@jest/globals';
import { parseProofFile, proofsIn } from './read-proofs.ts';

const FILE = { file: 'a.test.ts', kind: 'field' } as const;
// Split so that searches do not mistake these for proofs.
const marker = ['// ', 'proves'].join('');

test.each([
  [`${marker} field: url\ntest('opens it', () => {});`, [['url', 'opens it']]],
  [
    `  ${marker} field: a.b; c\ntest.each([\n  [1, 'x'],\n])("it's %s", () => {});`,
    [
      ['a.b', "it's %s"],
      ['c', "it's %s"],
    ],
  ],
  [
    `test('first', () => {});\n${marker} model: x\n${marker} field: url\ntest('second', () => {});`,
    [['url', 'second']],
  ],
])('reads the comment and the name of the test in %j', (source, expected) => {
  const found = proofsIn(parseProofFile(source, FILE));
  expect(found.map(({ subject, test: name }) => [subject, name])).toEqual(expected);
});

test('names a comment that no test follows', () => {
  expect(() => proofsIn(parseProofFile(`${marker} field: url; html\n`, FILE))).toThrow(
    'No test in a.test.ts follows the comment that proves "url; html".',
  );
});

test.each([': url', ' screen: url', '-model: url', ' field: url, html'])('refuses "%s"', (rest) => {
  const line = `${marker}${rest}`;
  expect(() => parseProofFile(`  ${line}\ntest('opens it', () => {});`, FILE)).toThrow(
    `"${line}" in a.test.ts must read // proves field|operation|service|model: SUBJECT; SUBJECT`,
  );
});
