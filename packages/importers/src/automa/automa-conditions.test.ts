import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';
import { clicked } from './test/import-chain.ts';

const value = (type: string, data: object) => ({ category: 'value', type, data });
const element = (type: string, selector: string) => value(`element#${type}`, { selector });
const equals = { category: 'compare', type: 'eq' };
const text = (given: string) => value('value', { value: given });

/** Imports a path whose conditions must all hold; each list has the items of one condition. */
function importConditions(...items: readonly (readonly object[])[]) {
  const group = { conditions: items.map((one) => ({ items: one })) };
  const nodes = [
    { id: 't', label: 'trigger', data: {} },
    { id: 'n', label: 'new-tab', data: { url: 'https://portal.example/' } },
    { id: 'c', label: 'conditions', data: { conditions: [{ id: 'p', conditions: [group] }] } },
    { id: 'a', label: 'event-click', data: { selector: '#a' } },
    { id: 'b', label: 'event-click', data: { selector: '#b' } },
  ];
  const edges = [
    { source: 't', target: 'n' },
    { source: 'n', target: 'c' },
    { source: 'c', target: 'a', sourceHandle: 'c-output-p' },
    { source: 'c', target: 'b', sourceHandle: 'c-output-fallback' },
  ];
  const file = JSON.stringify({ name: 'Flow', drawflow: { nodes, edges } });
  const [recording] = importAutoma(file).recordings;
  return { nodes: recording?.automation.nodes ?? [], report: recording?.report.slice(2) };
}

const count = (locator: string, name: string) => ({
  misc_action: { count_locator: { locator, name, locator_timeout: 0 } },
});
const read = (command: string, name: string) => ({
  extraction_action: { locator: { command, output_variable_name: name } },
});

test.each([
  [[[element('exists', '#x')]], '(exists[0] > 0)', [count('locator("#x")', 'exists')]],
  [[[element('notExists', '#x')]], '(exists[0] == 0)', [count('locator("#x")', 'exists')]],
  [
    [[element('exists', '//li')], [element('text', '//li'), equals, text('Cases')]],
    '(exists[0] > 0 and str(text[0]) == str("Cases"))',
    [count('locator("xpath=//li")', 'exists'), read('locator("xpath=//li").first', 'text')],
  ],
  [
    [[element('text', '#x'), equals, element('text', '#y')]],
    '(str(text[0]) == str(text_2[0]))',
    [read('locator("#x").first', 'text'), read('locator("#y").first', 'text_2')],
  ],
])('looks at elements before a condition: %j', (items, condition, before) => {
  const { nodes, report } = importConditions(...items);
  expect(nodes).toMatchObject([
    ...before,
    {
      type: 'if_else_node',
      condition,
      if_nodes: [clicked('locator("#a").first')],
      else_nodes: [clicked('locator("#b").first')],
    },
  ]);
  expect(report?.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped', 'mapped']);
});

test.each([
  [[[element('visible', '#x')]]],
  [[[element('exists', '')]]],
  [[[element('text', '#x')]]],
  [[[element('text', '#x'), equals, text('')]]],
  [[[text('x')]]],
  [[[element('exists', '#x')], [element('attribute', '#x'), equals, text('1')]]],
])('reports other conditions: %j', (items) => {
  const { nodes, report } = importConditions(...items);
  expect(nodes).toEqual([]);
  expect(report?.[0]).toMatchObject({ outcome: 'skipped' });
});

const compares = (type: string) => ({ category: 'compare', type });

test.each([
  ['cnt', 'str("Done") in str(text[0])'],
  ['cni', 'str("Done").lower() in str(text[0]).lower()'],
  ['nct', 'str("Done") not in str(text[0])'],
  ['nci', 'str("Done").lower() not in str(text[0]).lower()'],
])('compares parts of texts with %s', (type, condition) => {
  const { nodes, report } = importConditions([element('text', '#x'), compares(type), text('Done')]);
  expect(nodes[1]).toMatchObject({ type: 'if_else_node', condition: `(${condition})` });
  expect(report?.[0]).toMatchObject({ outcome: 'mapped' });
});
