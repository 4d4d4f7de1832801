import { fileURLToPath } from 'node:url';
import { automationJsonSchema } from '@errand/automation-engine/automation';
import { expect, test } from '@jest/globals';
import { readProofs } from '../read-proofs.ts';
import { explainField, laterParts } from './explain-field.ts';
import { readFieldTable } from './field-table.ts';
import { listFields } from './list-fields.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
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
  const proofs = readProofs(root, 'field');
  expect(proofs.filter(({ subject }) => !fields.includes(subject))).toEqual([]);
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
