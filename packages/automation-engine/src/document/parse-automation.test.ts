import { describe, expect, test } from '@jest/globals';
import { exampleAutomations } from '../test/example-automations.ts';
import { fullAutomation } from '../test/full-automation.ts';
import { automationWith, click } from '../test/wire-nodes.ts';
import { parseAutomation } from './index.ts';

const acceptedAutomations = Object.entries({ ...exampleAutomations, fullAutomation });

test.each(acceptedAutomations)('accepts %s and its own output', (_name, automation) => {
  const parsed = parseAutomation(automation);
  expect(parseAutomation(parsed)).toEqual(parsed);
});

test('leaves its input unchanged', () => {
  const automation = Object.freeze(structuredClone(fullAutomation));
  parseAutomation(automation);
  expect(automation).toEqual(fullAutomation);
});

test('keeps every value when all are given', () => {
  const parsed = parseAutomation(fullAutomation);
  expect(parsed).toMatchObject({
    browser_channel: 'chrome',
    os_emulation: 'linux',
    allow_cookies: true,
    max_retries: 2,
    parameters: { input_parameters: { a: ['x', 1, 1.5, true], b: [] } },
  });
});

test('fills in the defaults of an automation', () => {
  expect(parseAutomation(automationWith([]))).toEqual({
    url: 'https://portal.example',
    parameters: { input_parameters: {}, generated_parameters: {}, secure_parameters: {} },
    nodes: [],
    post_processing_nodes: [],
    browser_channel: 'chromium',
    backend: 'browser-use',
    allow_cookies: false,
    max_retries: 0,
    expected_downloads: 0,
    remove_empty_nodes_in_axtree: true,
    reuse_page_if_already_on_url: false,
    take_final_screenshot: true,
  });
});

test('says how to refer to a secret instead of writing it down', () => {
  const automation = {
    ...automationWith([]),
    parameters: {
      input_parameters: {},
      generated_parameters: {},
      secure_parameters: { password: ['not-to-be-shown'] },
    },
  };
  const parse = () => parseAutomation(automation);
  expect(parse).toThrow('Refer to a vault, such as {"onepassword": ');
  expect(parse).not.toThrow('not-to-be-shown');
});

describe('defaults of a node', () => {
  const format = { extraction_format: { a: 'str' }, extraction_instructions: 'Read' };
  const judge = { llm: { extraction_instructions: 'Is it there?' } };

  test.each([
    ['an interaction', { interaction_action: { go_back: {} } }, [0, 5]],
    ['an extraction', { extraction_action: { llm: format } }, [3, 0]],
    ['an assertion', { assertion_action: judge }, [0, 0]],
    ['a sleep', { sleep_action: { sleep_time: 1 } }, [0, 5]],
    ['a wait', { misc_action: { wait_for: { assertion: 'to_have_url', expected: 'a' } } }, [0, 0]],
  ])('wait around %s', (_name, node, [before, end]) => {
    expect(parseNode(node)).toMatchObject({ before_sleep_time: before, end_sleep_time: end });
  });

  test('yield to given values that equal another default', () => {
    const node = { extraction_action: { state: {} }, before_sleep_time: 0, end_sleep_time: 5 };
    expect(parseNode(node)).toMatchObject({ before_sleep_time: 0, end_sleep_time: 5 });
    const patient = { ...node, before_sleep_time: 3600 };
    expect(parseNode(patient)).toMatchObject({ before_sleep_time: 3600 });
  });

  test('wait ten seconds for an expected new tab', () => {
    const node = { interaction_action: { go_back: {} }, expect_new_tab: true };
    expect(parseNode(node)).toMatchObject({ max_new_tab_wait_time: 10 });
    expect(parseNode({ ...node, max_new_tab_wait_time: 4 })).toMatchObject({
      max_new_tab_wait_time: 4,
    });
  });

  test('try an optional step five times when max_tries is zero', () => {
    const tries = { max_tries: 0 };
    const optional = { ...tries, click_element: { command: 'locator("a")', skip_prompt: true } };
    const needed = { ...tries, click_element: { command: 'locator("a")' } };
    expect(parseNode({ interaction_action: optional })).toMatchObject({
      interaction_action: { max_tries: 5 },
    });
    expect(parseNode({ interaction_action: needed })).toMatchObject({
      interaction_action: { max_tries: 0 },
    });
  });

  test('show an assertion the screenshot regardless of its source', () => {
    const llm = { ...judge.llm, source: ['axtree'] };
    expect(parseNode({ assertion_action: { llm } })).toMatchObject({
      assertion_action: { llm: { source: ['axtree', 'screenshot'] } },
    });
  });
});

describe('a node without type', () => {
  // proves field: action_node.type; for_loop_node.type; if_else_node.type; assert_locator_node.type
  test.each([
    ['condition', 'if_else_node', { condition: 'a[0]', if_nodes: [] }],
    ['condition and nodes', 'while_loop_node', { condition: 'a[0]', max_iterations: 1, nodes: [] }],
    [
      'expectation',
      'while_loop_node',
      {
        expectation: { assertion: 'to_have_url', expected: 'a' },
        max_iterations: 1,
        nodes: [],
      },
    ],
    ['variable_name', 'for_loop_node', { variable_name: 'a', nodes: [] }],
    [
      'locator and assertion',
      'assert_locator_node',
      { locator: 'locator("a")', assertion: 'to_be_visible' },
    ],
    ['locator and nodes', 'for_loop_node', { locator: 'locator("a")', nodes: [] }],
    ['anything else', 'action_node', { sleep_action: { sleep_time: 1 } }],
  ])('with %s is recognised as %s', (_fields, type, node) => {
    expect(parseNode(node).type).toBe(type);
  });
});

test('treats null as an omitted field', () => {
  const command = { command: null, xpath: '//a', keyword: null };
  const node = { interaction_action: { click_element: command, hover: null }, misc_action: null };
  expect(parseNode(node)).toEqual(
    parseNode({ interaction_action: { click_element: { xpath: '//a' } } }),
  );
});

test('treats a blank locator as omitted', () => {
  const node = click('  ', { prompt_instructions: 'The button' });
  expect(parseNode(node)).toEqual(
    parseNode({
      interaction_action: { click_element: { prompt_instructions: 'The button' } },
      end_sleep_time: 1,
    }),
  );
});

describe('coordinates', () => {
  test.each([
    ['a list', [1, 2], [1, 2]],
    ['an object', { '[0]': 1, '[1]': 2 }, [1, 2]],
    ['numbers as strings', ['1', ' -2 '], [1, -2]],
    ['placeholders', ['{x[0]}', '{y[0]}'], ['{x[0]}', '{y[0]}']],
    ['a placeholder and a number', [1, '{y[0]}'], ['1', '{y[0]}']],
  ])('are read from %s', (_form, coordinates, expected) => {
    expect(parseNode({ interaction_action: { hover: { coordinates } } })).toMatchObject({
      interaction_action: { hover: { coordinates: expected } },
    });
  });
});

describe('an output without a name', () => {
  const look = { locator: 'locator("a")', assertion: 'to_be_visible' };
  const extract = {
    extraction_action: {
      locator: { command: 'locator("a")', extraction_format: { total: 'str' } },
    },
  };

  test('is named after the number of its node in document order', () => {
    const automation = automationWith(
      [
        { variable_name: 'a', nodes: [look], reset_nodes: [look] },
        { condition: 'a[0]', if_nodes: [look], else_nodes: [extract] },
      ],
      { post_processing_nodes: [look] },
    );
    const names = JSON.stringify(parseAutomation(automation)).match(/node\d+_output(?=",|"})/g);
    expect(names).toEqual([2, 3, 5, 6, 7].map((number) => `node${number}_output`));
  });

  test('renames the field of its format', () => {
    expect(parseNode(extract)).toMatchObject({
      extraction_action: {
        locator: {
          output_variable_name: 'node1_output',
          extraction_format: { node1_output: 'str' },
        },
      },
    });
  });
});

test('accepts loops nested 200 levels deep', () => {
  let node: object = { sleep_action: { sleep_time: 1 } };
  for (let level = 1; level < 200; level += 1) node = { variable_name: 'a', nodes: [node] };
  expect(parseAutomation(automationWith([node])).nodes).toHaveLength(1);
});

function parseNode(node: object) {
  const [parsed] = parseAutomation(automationWith([node])).nodes;
  if (!parsed) throw new Error('The automation has no node.');
  return parsed;
}
