import { loadErrandDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { fieldsOf, type FormField, readField, writeField } from './form-fields.ts';
import { describeNode, kindOf, listKinds, newNode } from './node-kinds.ts';
import type { Schemas } from './schema.ts';

const schemas = loadErrandDocument().components?.schemas as unknown as Schemas;
const kinds = listKinds(schemas);
const kind = (key: string) => {
  const found = kinds.find((each) => each.key === key);
  if (!found) throw new Error(`The document has no kind "${key}".`);
  return found;
};
const fields = (key: string) =>
  new Map(fieldsOf(kind(key), schemas).map((field) => [field.path.join('.'), field]));
const field = (key: string, path: string): FormField => {
  const found = fields(key).get(path);
  if (!found) throw new Error(`There is no field "${path}".`);
  return found;
};

test('offers every kind in the document and recognises a new node of each', () => {
  const keys = kinds.map(({ key }) => key);
  expect(keys).toEqual(
    expect.arrayContaining([
      'interaction_action.click_element',
      'extraction_action.locator',
      'misc_action.set_variable',
      'assertion_action.expect',
      'sleep_action',
      'for_loop_node',
      'while_loop_node',
      'if_else_node',
      'private_node',
    ]),
  );
  expect(new Set(keys).size).toBe(keys.length);
  for (const each of kinds) expect(kindOf(kinds, newNode(each))?.key).toBe(each.key);
});

test('recognises nodes that do not name their type, and what they act on', () => {
  const loop = { variable_name: 'orders', nodes: [] };
  expect(kindOf(kinds, loop)?.key).toBe('for_loop_node');
  expect(kindOf(kinds, { condition: 'x', nodes: [] })?.key).toBe('while_loop_node');
  expect(kindOf(kinds, { condition: 'x', if_nodes: [] })?.key).toBe('if_else_node');
  expect(kindOf(kinds, { locator: 'a', assertion: 'to_be_visible' })?.key).toBe(
    'assert_locator_node',
  );
  expect(kindOf(kinds, {})).toBeUndefined();
  expect(describeNode(kindOf(kinds, loop), loop)).toBe('orders');
  const node = { interaction_action: { click_element: { command: 'get_by_text("A")' } } };
  expect(describeNode(kindOf(kinds, node), node)).toBe('get_by_text("A")');
});

test('chooses a control for each field by its schema, and omits lists of nodes', () => {
  const click = 'interaction_action.click_element';
  expect(field(click, `${click}.command`).control).toBe('locator');
  expect(field(click, `${click}.skip_prompt`)).toMatchObject({
    control: 'switch',
    fallback: false,
  });
  expect(field(click, `${click}.coordinates`).control).toBe('json');
  expect(field(click, 'interaction_action.max_tries').control).toBe('number');
  expect(field(click, 'end_sleep_time').control).toBe('number');
  expect([...fields(click).keys()]).not.toContain('interaction_action.hover');
  const loop = fields('for_loop_node');
  expect(loop.get('on_error_in_loop')).toMatchObject({
    control: 'choice',
    options: ['continue', 'break', 'raise'],
  });
  expect([...loop.keys()]).not.toContain('nodes');
  expect(field('if_else_node', 'condition').isRequired).toBe(true);
});

test('reads back what it writes, removes empty values and reports an unreadable field', () => {
  const click = 'interaction_action.click_element';
  const tries = field(click, 'interaction_action.max_tries');
  expect(readField(tries, writeField('number', 3))).toBe(3);
  expect(readField(tries, '')).toBeUndefined();
  expect(() => readField(tries, 'many')).toThrow('max_tries is "many": specify a number.');
  const place = field(click, `${click}.coordinates`);
  expect(readField(place, writeField('json', [4, 5]))).toEqual([4, 5]);
  expect(() => readField(place, '[4')).toThrow(/^coordinates is not valid JSON/);
  expect(readField(field('if_else_node', 'condition'), '')).toBe('');
});
