import { fileURLToPath } from 'node:url';
import { automationJsonSchema } from '@errand/automation-engine/automation';
import { expect, test } from '@jest/globals';
import { explainField, laterParts } from './explain-field.ts';
import { readFieldTable } from './field-table.ts';
import { findProofs, proofsIn } from './find-proofs.ts';
import { listFields } from './list-fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fields = listFields(automationJsonSchema());

test('names every field as authors write it', () => {
  expect(fields).toEqual(
    expect.arrayContaining([
      'url',
      'parameters.input_parameters',
      'parameters.secure_parameters.totp.digits',
      'action_node.end_sleep_time',
      'for_loop_node.reset_nodes',
      'interaction_action.max_tries',
      'interaction_action.click_element.coordinates',
      'interaction_action.click_element.mouse_click_deviation.x',
      'interaction_action.go_back',
      'extraction_action.two_fa_action.action.sender_name',
      'sleep_action.sleep_time',
      'private_node.inputs',
    ]),
  );
  expect(fields).toHaveLength(new Set(fields).size);
  expect(fields.filter((field) => /^nodes\.|\[|^$|undefined/.test(field))).toEqual([]);
});

test('proves only existing fields', () => {
  const proofs = ['packages', 'apps'].flatMap((folder) => findProofs(root, folder));
  expect(proofs.filter(({ field }) => !fields.includes(field))).toEqual([]);
  expect(proofs.length).toBeGreaterThan(0);
});

test('proves or excuses every field', () => {
  const unproven = readFieldTable(root).filter(({ tests }) => tests.length === 0);
  const unexplained = unproven.filter(({ field }) => explainField(field) === undefined);
  expect(unexplained.map(({ field }) => field)).toEqual([]);
});

test('excuses only existing fields', () => {
  const idle = laterParts.filter(([pattern]) => !fields.some((field) => pattern.test(field)));
  expect(idle).toEqual([]);
});

const marker = '// proves:';

test.each([
  [`${marker} url\ntest('opens it', () => {});`, [['url', 'opens it']]],
  [
    `  ${marker} a.b, c\ntest.each([\n  [1, 'x'],\n])("it's %s", () => {});`,
    [
      ['a.b', "it's %s"],
      ['c', "it's %s"],
    ],
  ],
  [`test('first', () => {});\n${marker} url\ntest('second', () => {});`, [['url', 'second']]],
])('reads the comment and the name of the test in %j', (source, expected) => {
  const found = proofsIn(source, 'a.test.ts');
  expect(found.map(({ field, test: name }) => [field, name])).toEqual(expected);
});

test('names a comment that no test follows', () => {
  expect(() => proofsIn(`${marker} url\n`, 'a.test.ts')).toThrow(
    'No test follows "// proves: url" in a.test.ts.',
  );
});
