import { expect, test } from '@jest/globals';
import { messagesOf, withNodes } from '../../test/lint-cases.ts';

const set = (name: string) => ({
  misc_action: { set_variable: { name, expression: '["a", "b"]' } },
});
const setRows = (expression: string) => ({
  misc_action: { set_variable: { name: 'rows', expression } },
});
const loop = (list: string) => ({ type: 'for_loop_node', variable_name: list, nodes: [] });

test('reports loops over a variable that has one value', () => {
  expect(messagesOf(withNodes([set('links'), loop('links')]))).toEqual([
    'The loop runs once, because "links" has one value. If that is a list, iterate over "links[0]".',
  ]);
});

test('accepts loops over the list in the variable, and over variables with other writers', () => {
  const extract = {
    extraction_action: {
      locator: {
        command: 'locator("a")',
        extraction_format: { rows: 'str' },
        all_matches: true,
        output_variable_name: 'rows',
      },
    },
  };
  const lists = [
    [set('links'), loop('links[0]')],
    [set('rows'), extract, loop('rows')],
    [set('total'), loop('total')],
    [set('row_{name[0]}'), set('links'), loop('links')],
  ];
  for (const nodes of lists) expect(messagesOf(withNodes(nodes))).toEqual([]);
});

test('reports an expression that puts each list into the next one', () => {
  expect(messagesOf(withNodes([setRows('[]'), setRows('rows + [name[0]]')]))).toEqual([
    '"rows" is the list of the values of the variable, of which there is one. To add to a list in that value, write rows[0] + [...].',
  ]);
  expect(messagesOf(withNodes([setRows('[]'), setRows('rows[0] + [name[0]]')]))).toEqual([]);
});
