import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';

const command = 'locator("a")';
const refusals: readonly [params: object, path: readonly string[], message: RegExp][] = [
  [{ command, assertion: 'to_have_txt', expected: 'a' }, ['assertion'], /to_have_text/],
  [{ assertion: 'to_be_visible' }, ['command'], /to_be_visible needs command/],
  [
    { command, assertion: 'to_have_url', expected: 'a' },
    ['command'],
    /does not apply to to_have_url/,
  ],
  [{ command, assertion: 'to_have_text' }, ['expected'], /needs expected/],
  [{ command, assertion: 'to_be_checked', expected: 'a' }, ['expected'], /does not apply to/],
  [{ command, assertion: 'to_have_count', expected: 'a' }, ['expected'], /a number of elements/],
  [
    { command, assertion: 'to_have_count', expected: 1, match: 'regex' },
    ['match'],
    /does not apply to/,
  ],
  [
    { command, assertion: 'to_have_text', expected: '(', match: 'regex' },
    ['expected'],
    /Not a regular expression/,
  ],
  [{ command, assertion: 'to_have_attribute' }, ['attribute'], /needs attribute/],
  [{ command, assertion: 'to_be_hidden', attribute: 'a' }, ['attribute'], /does not apply to/],
  [{ command, assertion: 'to_be_hidden', timeout: -1 }, ['timeout'], /of at least 0/],
];

test.each(refusals)('rejects the expectation %j', (params, path, message) => {
  const nodes = [{ assertion_action: { expect: params } }, { misc_action: { wait_for: params } }];
  const reason = expect.stringMatching(message);
  expect(problemsOf(automationWith(nodes))).toEqual([
    { path: ['nodes', 0, 'assertion_action', 'expect', ...path], message: reason },
    { path: ['nodes', 1, 'misc_action', 'wait_for', ...path], message: reason },
  ]);
});

const loops: readonly [node: object, path: readonly string[], message: RegExp][] = [
  [{ type: 'while_loop_node', condition: 'a[0]', nodes: [] }, ['max_iterations'], /missing/],
  [
    { type: 'while_loop_node', condition: 'a[0]', max_iterations: 10_001, nodes: [] },
    ['max_iterations'],
    /of at most 10000/,
  ],
  [
    { type: 'while_loop_node', max_iterations: 1, nodes: [] },
    [],
    /exactly one of condition, expectation; found none/,
  ],
  [
    {
      type: 'while_loop_node',
      expectation: { assertion: 'to_have_text', expected: 'a' },
      max_iterations: 1,
      nodes: [],
    },
    ['expectation', 'command'],
    /to_have_text needs command/,
  ],
];

test.each(loops)('rejects the loop %j', (node, path, message) => {
  const expected = { path: ['nodes', 0, ...path], message: expect.stringMatching(message) };
  expect(problemsOf(automationWith([node]))).toEqual([expected]);
});
