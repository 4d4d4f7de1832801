import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';

const keyword = 'Save';
const llm = { extraction_format: { a: 'str' }, extraction_instructions: 'a' };
const interaction = (action: object) => ({ interaction_action: action });

/**
 * Steps that cannot run without a web page. A blank url means that the run has only a remote
 * desktop.
 */
const refusals: readonly [node: object, path: readonly (string | number)[], message: RegExp][] = [
  [
    interaction({ click_element: { command: 'locator("a")' } }),
    ['interaction_action', 'click_element'],
    /A locator needs a web page, .*Give a url .*or add coordinates, keyword/,
  ],
  [
    interaction({ click_element: { keyword, expect_download: true } }),
    ['interaction_action', 'click_element', 'expect_download'],
    /expect_download needs a web page/,
  ],
  [
    { ...interaction({ click_element: { keyword } }), expect_new_tab: true },
    ['expect_new_tab'],
    /Only a browser has tabs/,
  ],
  [
    interaction({ input_text: { keyword, input_text: '3', is_slider: true } }),
    ['interaction_action', 'input_text', 'is_slider'],
    /by key_press/,
  ],
  [
    interaction({ agentic_task: { task: 'a', max_steps: 1 } }),
    ['interaction_action', 'agentic_task'],
    /agentic_task needs a web page/,
  ],
  [
    { misc_action: { wait_for: { command: 'locator("a")', assertion: 'to_be_hidden' } } },
    ['misc_action', 'wait_for'],
    /wait_for needs a web page/,
  ],
  [
    { assertion_action: { expect: { assertion: 'to_have_title', expected: 'a' } } },
    ['assertion_action', 'expect'],
    /expect needs a web page/,
  ],
  [{ extraction_action: { state: {} } }, ['extraction_action', 'state'], /state needs a web page/],
  [
    { extraction_action: { llm } },
    ['extraction_action', 'llm', 'source'],
    /source \["screenshot"\]/,
  ],
  [
    { extraction_action: { llm: { ...llm, source: ['screenshot'], include_full_page: true } } },
    ['extraction_action', 'llm', 'include_full_page'],
    /include_full_page needs a web page/,
  ],
  [{ captcha_action: { locator: 'locator("a")' } }, ['captcha_action'], /captcha_action needs/],
  [{ type: 'for_loop_node', locator: 'locator("a")', nodes: [] }, ['locator'], /variable_name/],
  [
    {
      type: 'while_loop_node',
      expectation: { assertion: 'to_have_url', expected: 'a' },
      max_iterations: 1,
      nodes: [],
    },
    ['expectation'],
    /An expectation needs a web page/,
  ],
  [
    { type: 'assert_locator_node', locator: 'locator("a")', assertion: 'to_be_visible' },
    [],
    /assert_locator_node needs a web page/,
  ],
  [{ type: 'private_node', handler: 'a.b' }, [], /private_node needs a web page/],
];

test.each(refusals)('rejects %j on a remote desktop', (node, path, message) => {
  const remote = { browser_channel: 'rdp', url: ' ' };
  const problems = problemsOf(automationWith([node], remote));
  const expected = { path: ['nodes', 0, ...path], message: expect.stringMatching(message) };
  expect(problems).toEqual([expected]);
});

test.each([
  ['click_element', 'modifiers', ['Shift']],
  ['click_element', 'position', { x: 1, y: 1 }],
  ['click_element', 'hold_seconds', 1],
  ['scroll', 'to_element', true],
])('rejects fields that need page elements on a screen: %s, %s', (kind, field, value) => {
  const params = { command: 'locator("a")', [field]: value };
  const problems = problemsOf(
    automationWith([interaction({ [kind]: params })], { backend: 'computer-vision' }),
  );
  const path = ['nodes', 0, 'interaction_action', kind, field];
  expect(problems).toEqual([{ path, message: expect.stringMatching(/act on the screen/) }]);
});
