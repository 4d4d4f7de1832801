import { expect, test } from '@jest/globals';
import { importAutoma } from './import-automa.ts';
import { filled } from './test/import-chain.ts';

const parameters = [
  { name: 'order', defaultValue: 'PO-9000' },
  { name: 'count', defaultValue: 3 },
  { name: 'password', defaultValue: 'harbor-demo' },
];
const field = (id: string, value: string) => ({
  id,
  label: 'forms',
  data: { selector: `#${id}`, value },
});

function importFields(...blocks: readonly { id: string }[]) {
  const nodes = [
    { id: 't', label: 'trigger', data: { parameters } },
    { id: 'n', label: 'new-tab', data: { url: '{{globalData.base}}/orders' } },
    ...blocks,
  ];
  const edges = nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id }));
  const globalData = JSON.stringify({ base: 'https://portal.example', token: 't-1', rows: [1] });
  const file = { name: 'Flow', globalData, drawflow: { nodes, edges } };
  const [recording] = importAutoma(JSON.stringify(file)).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  return recording;
}

test('turns the parameters of the trigger and global data into inputs with their values', () => {
  const { automation, report } = importFields(
    field('a', '{{variables.order}}'),
    field('b', '{{variables@count}}'),
  );
  expect(automation).toMatchObject({
    url: '{base[0]}/orders',
    parameters: {
      input_parameters: { base: ['https://portal.example'], order: ['PO-9000'], count: ['3'] },
      generated_parameters: {},
    },
    nodes: [filled('{order[0]}'), filled('{count[0]}')],
  });
  expect(report.map(({ outcome }) => outcome)).toEqual(Array(4).fill('mapped'));
});

const read = {
  id: 'r',
  label: 'get-text',
  data: { selector: '#r', assignVariable: true, variableName: 'x' },
};
const unset = /Tasks supply the value of \{\{variables\.x\}\} as an input/;

test.each([
  ['that no block mentions', []],
  [
    'that only a script of the extension sets',
    [{ id: 's', label: 'javascript-code', data: { code: "automaSetVariable('x', 1)" } }],
  ],
  [
    'that only a block without a step sets',
    [{ id: 's', label: 'google-sheets', data: { assignVariable: true, variableName: 'x' } }],
  ],
  [
    'that a block reads without keeping it',
    [{ ...read, data: { ...read.data, assignVariable: false } }],
  ],
  [
    'that a block which is switched off sets',
    [{ ...read, data: { ...read.data, disableBlock: true } }],
  ],
])('turns a variable %s into an input without a value', (_, blocks) => {
  const { automation, report } = importFields(...blocks, field('a', '{{variables.x}}'));
  expect(automation).toMatchObject({
    parameters: { input_parameters: { x: [''] } },
  });
  expect(Object.keys(automation.parameters.generated_parameters)).not.toContain('x');
  expect(report.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(unset),
  });
});

test('keeps a variable that a block sets', () => {
  const { automation, report } = importFields(read, field('a', '{{variables.x}}'));
  expect(automation.parameters).toMatchObject({ generated_parameters: { x: [] } });
  expect(report.at(-1)).toMatchObject({ outcome: 'mapped' });
});

test('keeps the values of secret parameters and global data nowhere', () => {
  const recording = importFields(
    field('a', '{{variables.password}}'),
    field('b', '{{globalData.token}}'),
  );
  expect(recording.automation.parameters).toMatchObject({ secure_parameters: { password: [] } });
  expect(JSON.stringify(recording)).not.toMatch(/harbor-demo|t-1/);
});

test('begins with the value of a parameter that blocks write', () => {
  const increase = { id: 'i', label: 'increase-variable', data: { variableName: 'count' } };
  const { automation } = importFields(increase, field('b', '{{variables.count}}'));
  expect(automation.parameters).toMatchObject({ generated_parameters: { count: ['3'] } });
  expect(automation.nodes.at(-1)).toMatchObject(filled('{count[0]}'));
});

test('passes a member of what is set as text as an input', () => {
  const dataList = [{ type: 'variable', name: 'rows', value: '{"id":7}' }];
  const insert = { id: 'i', label: 'insert-data', data: { dataList } };
  const { automation, report } = importFields(insert, field('a', '{{variables.rows.id}}'));
  expect(automation.parameters.input_parameters).toHaveProperty('rows_id');
  expect(report.at(-1)).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/as an input/),
  });
});
