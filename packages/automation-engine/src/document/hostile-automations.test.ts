import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';
import { InvalidAutomationError } from './index.ts';

const pause = { sleep_action: { sleep_time: 1 } };

test('rejects 20,001 nodes', () => {
  const nodes = Array.from({ length: 20_001 }, () => pause);
  expect(onlyMessage(automationWith(nodes))).toMatch(/more than 20000 nodes/);
});

test('counts nodes in every list', () => {
  const half = Array.from({ length: 10_000 }, () => pause);
  const loop = { variable_name: 'a', nodes: half, reset_nodes: half };
  expect(onlyMessage(automationWith([loop]))).toMatch(/more than 20000 nodes/);
});

test('rejects nodes 201 levels deep', () => {
  let node: object = pause;
  for (let level = 1; level < 201; level += 1) node = { condition: 'a[0]', if_nodes: [node] };
  expect(onlyMessage(automationWith([node]))).toMatch(/more than 200 levels/);
});

test.each([
  ['objects', (inside: unknown) => ({ a: inside })],
  ['lists', (inside: unknown) => [inside]],
  ['nodes', (inside: unknown) => ({ variable_name: 'a', nodes: [inside] })],
])('rejects %s 100,000 levels deep without a stack overflow', (_kind, wrap) => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = wrap(value);
  const node = { type: 'private_node', handler: 'a', inputs: { a: value } };
  expect(onlyMessage(automationWith([node]))).toMatch(/more than 200 levels/);
});

test.each([
  ['one text', 'x'.repeat(6_000_000)],
  ['many names', Object.fromEntries(Array.from({ length: 400_000 }, (_, i) => [`name_${i}`, []]))],
  ['a list', Array.from({ length: 6_000_000 }, () => 0)],
])('rejects 6 MB of %s', (_kind, value) => {
  const node = { type: 'private_node', handler: 'a', inputs: { value } };
  expect(onlyMessage(automationWith([node]))).toMatch(/larger than 5 MB/);
});

test('rejects a field named __proto__ anywhere', () => {
  const text = JSON.stringify(
    automationWith([{ type: 'private_node', handler: 'a', inputs: { a: [{ b: 1 }] } }]),
  );
  const automation: unknown = JSON.parse(text.replace('"b"', '"__proto__"'));
  expect(problemsOf(automation)).toEqual([
    {
      path: ['nodes', 0, 'inputs', 'a', 0, '__proto__'],
      message: expect.stringContaining('__proto__'),
    },
  ]);
});

test.each([['constructor'], ['toString'], ['hasOwnProperty'], ['valueOf']])(
  'rejects the field %s by name',
  (name) => {
    const [problem] = problemsOf(automationWith([{ interaction_action: { [name]: {} } }]));
    expect(problem).toEqual({
      path: ['nodes', 0, 'interaction_action', name],
      message: expect.stringContaining(`There is no field "${name}" here.`),
    });
  },
);

test.each([
  ['null', null],
  ['a text', '{}'],
  ['a list', []],
  ['a number', 7],
  ['nothing', undefined],
])('rejects %s', (_kind, value) => {
  expect(onlyMessage(value)).toMatch(/an object/);
});

test.each([
  ['a number that JSON cannot represent', Number.NaN],
  ['a bigint', 1n],
  ['a function', () => 1],
])('rejects %s', (_kind, value) => {
  const node = { type: 'private_node', handler: 'a', inputs: { value } };
  expect(problemsOf(automationWith([node]))[0]?.path).toEqual(['nodes', 0, 'inputs', 'value']);
});

test('rejects an object that contains itself', () => {
  const node: Record<string, unknown> = { condition: 'a[0]' };
  node['if_nodes'] = [node];
  expect(onlyMessage(automationWith([node]))).toMatch(/more than 200 levels/);
});

test('lists at most a hundred problems and shows ten', () => {
  const problems = problemsOf(automationWith(Array.from({ length: 5_000 }, () => ({}))));
  expect(problems).toHaveLength(100);
  expect(new InvalidAutomationError(problems).message.split('\n')).toHaveLength(11);
  expect(new InvalidAutomationError(problems).message).toMatch(/and 90 more$/);
});

test('repeats neither long names nor values', () => {
  const name = 'x'.repeat(10_000);
  const [unknown] = problemsOf(automationWith([], { [name]: 1 }));
  expect(unknown?.message.length).toBeLessThan(600);
  const [secret] = problemsOf(automationWith([{ sleep_action: { sleep_time: 'hunter2' } }]));
  expect(secret?.message).not.toMatch(/hunter2/);
});

function onlyMessage(automation: unknown): string {
  const problems = problemsOf(automation);
  expect(problems.map(({ path }) => path)).toEqual([[]]);
  return problems[0]?.message ?? '';
}
