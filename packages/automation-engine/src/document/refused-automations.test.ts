import { describe, expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith, click } from '../test/wire-nodes.ts';
import { InvalidAutomationError, parseAutomation } from './index.ts';

type Path = readonly (string | number)[];
type Refusal = readonly [value: object, path: Path, message: RegExp];

const pause = { sleep_action: { sleep_time: 1 } };
const loop = { variable_name: 'a', nodes: [] };

const nodes: readonly Refusal[] = [
  [{}, [], /exactly one of interaction_action, .*; found none/],
  [
    { type: 'click' },
    ['type'],
    /"click" is not allowed here\. Allowed: action_node, for_loop_node/,
  ],
  [{ type: 'for_loop', ...loop }, ['type'], /Did you mean "for_loop_node"\?/],
  [{ type: 7 }, ['type'], /one of action_node, .*, but got the number 7/],
  [
    { ...pause, interaction_action: { go_back: {} } },
    ['sleep_action'],
    /found .* and sleep_action/,
  ],
  [{ ...pause, type: null }, ['type'], /one of action_node, .*, but got null/],
  [{ sleep_acton: { sleep_time: 1 } }, ['sleep_acton'], /Did you mean "sleep_action"\?/],
  [{ interaction_action: {} }, ['interaction_action'], /exactly one of .*click_element/],
  [
    { interaction_action: { go_back: {}, close_current_tab: {} } },
    ['interaction_action', 'go_back'],
    /found close_current_tab and go_back/,
  ],
  [
    { interaction_action: { click_elment: {} } },
    ['interaction_action', 'click_elment'],
    /Did you mean "click_element"\?/,
  ],
  [
    { interaction_action: { go_back: {}, max_tries: -1 } },
    ['interaction_action', 'max_tries'],
    /of at least 0, but got the number -1/,
  ],
  [{ ...pause, end_sleep_time: 31 }, ['end_sleep_time'], /of at most 30, but got the number 31/],
  [{ ...pause, before_sleep_time: -1 }, ['before_sleep_time'], /of at least 0/],
  [{ ...pause, before_sleep_time: 86_401 }, ['before_sleep_time'], /of at most 86400/],
  [{ ...pause, end_sleep_time: '5' }, ['end_sleep_time'], /a number, but got a string/],
  [{ ...pause, expect_new_tab: true }, ['expect_new_tab'], /needs an interaction_action/],
  [
    { interaction_action: { go_back: {} }, expect_new_tab: true, max_new_tab_wait_time: 31 },
    ['max_new_tab_wait_time'],
    /of at most 30/,
  ],
  [{ ...pause, max_new_tab_wait_time: 3 }, ['max_new_tab_wait_time'], /needs expect_new_tab/],
  [
    { extraction_action: { screenshot: { filename: 'a.png' }, unique_identifier: 'a' } },
    ['extraction_action', 'unique_identifier'],
    /does not apply to screenshot/,
  ],
  [
    { extraction_action: { screenshot: { filename: 'a.png' }, allow_none: true } },
    ['extraction_action', 'allow_none'],
    /does not apply to screenshot/,
  ],
  [
    { extraction_action: { state: {}, allow_none: true } },
    ['extraction_action', 'allow_none'],
    /does not apply to state/,
  ],
  [
    { extraction_action: { api_call: { url: 'https://a.example' }, allow_none: true } },
    ['extraction_action', 'allow_none'],
    /does not apply to api_call: remove it/,
  ],
  [
    { extraction_action: { ocr_coordinates: { source_variable: 'a' }, allow_none: true } },
    ['extraction_action', 'allow_none'],
    /does not apply to ocr_coordinates/,
  ],
  [
    {
      extraction_action: {
        vision: { prompt: 'a', output_variable_names: ['a'] },
        allow_none: true,
      },
    },
    ['extraction_action', 'allow_none'],
    /does not apply to vision/,
  ],
  [{ sleep_action: { sleep_time: 86_401 } }, ['sleep_action', 'sleep_time'], /of at most 86400/],
  [
    { human_in_loop_action: { max_wait_time: 601 } },
    ['human_in_loop_action', 'max_wait_time'],
    /of at most 600/,
  ],
  [
    { powershell_action: { commands: [] } },
    ['powershell_action', 'commands'],
    /of at least 1, but got a list of 0/,
  ],
  [
    { captcha_action: { locator: 'locator("a")', config: { retries: 1 } } },
    ['captcha_action', 'config', 'retries'],
    /no field "retries"/,
  ],
  [{ ...loop, locator: 'locator("a")' }, ['locator'], /variable_name, locator; found/],
  [{ ...loop, variable_name: ' ' }, [], /exactly one of variable_name, locator; found none/],
  [{ variable_name: 'a' }, ['nodes'], /missing: specify a list/],
  [
    { ...loop, index_variable_name: 'a' },
    ['index_variable_name'],
    /"a" already means something else/,
  ],
  [{ ...loop, index_variable_name: 'index_of' }, ['index_variable_name'], /something else/],
  [{ ...loop, index_variable_name: '1st' }, ['index_variable_name'], /"1st" is not a name/],
  [
    { locator: 'locator("a")', nodes: [], index_variable_name: 'locator' },
    ['index_variable_name'],
    /something else/,
  ],
  [{ ...loop, max_iterations: 0 }, ['max_iterations'], /of at least 1/],
  [{ ...loop, on_error_in_loop: 'skip' }, ['on_error_in_loop'], /continue, break, raise/],
  [{ ...loop, nodes: [{ ...loop, nodes: [7] }] }, ['nodes', 0, 'nodes', 0], /an object/],
  [{ condition: '', if_nodes: [] }, ['condition'], /blank/],
  [{ condition: 'a[0]' }, ['if_nodes'], /missing/],
  [
    { condition: 'a[0] = 1', if_nodes: [] },
    ['condition'],
    /at character 6: Assignments are not supported/,
  ],
  [{ condition: 'open("a")', if_nodes: [] }, ['condition'], /There is no function open/],
  [
    { misc_action: { set_variable: { name: 'a', expression: '{a[0]} +' } } },
    ['misc_action', 'set_variable', 'expression'],
    /A value is missing at the end/,
  ],
  [
    { extraction_action: { api_call: { url: 'https://a.example', poll_condition: 'true' } } },
    ['extraction_action', 'api_call', 'poll_condition'],
    /Write True instead of true/,
  ],
  [{ ...loop, variable_name: 'a, b c' }, ['variable_name'], /"b c" is not a list to iterate over/],
  [{ ...loop, variable_name: 'a,' }, ['variable_name'], /"" is not a list to iterate over/],
  [{ locator: 'locator("a"', nodes: [] }, ['locator'], /not valid at character/],
  [
    { condition: 'a[0]', if_nodes: [], else_nodes: [{ misc_action: { fail_state: {} } }] },
    ['else_nodes', 0, 'misc_action', 'fail_state'],
    /no field "fail_state" here\. Known: count_locator, llm_query, set_variable/,
  ],
  [{ locator: 'locator("a")', assertion: 'visible' }, ['assertion'], /to_be_visible, to_be_hidden/],
  [{ type: 'private_node' }, ['handler'], /missing/],
];

test.each(nodes)('rejects the node %j', (node, path, message) => {
  const problems = problemsOf(automationWith([pause, node]));
  const expected = { path: ['nodes', 1, ...path], message: expect.stringMatching(message) };
  expect(problems).toEqual([expected]);
});

const onepassword = { vault_name: 'v', item_name: 'i', field_name: 'f' };
const secret = (value: object) => parameters({ secure_parameters: { a: [value] } });
const inSecret = ['parameters', 'secure_parameters', 'a', 0];
const byDesktop = { browser_channel: 'rdp' };

const automations: readonly Refusal[] = [
  [{ name: 'a' }, ['name'], /no field "name" here\. .*Known: url, parameters, nodes/],
  [{ llm_model_name: 'a' }, ['llm_model_name'], /no field "llm_model_name"/],
  [{ url: undefined }, ['url'], /missing/],
  [{ url: ' ' }, ['url'], /blank.*about:blank/],
  [{ url: 'portal.example' }, ['url'], /"portal\.example" is not an absolute address/],
  [{ url: 'ftp://a.example' }, ['url'], /"ftp:" are not loaded: use http or https/],
  [{ nodes: {} }, ['nodes'], /Expected a list, but got an object/],
  [{ post_processing_nodes: [{ type: 'a' }] }, ['post_processing_nodes', 0, 'type'], /"a"/],
  [{ browser_channel: 'firefox' }, ['browser_channel'], /chromium, chrome, cloakbrowser/],
  [
    { browser_channel: 'cloakbrowser' },
    ['browser_channel'],
    /not part of this service\. Use chromium/,
  ],
  [{ browser_channel: 'browser-use' }, ['browser_channel'], /not in a third-party cloud/],
  [
    { browser_settings: { locale: 'german!' } },
    ['browser_settings', 'locale'],
    /"german!" is not a language tag: write one such as de-AT/,
  ],
  [
    { browser_settings: { timezone: 'Vienna' } },
    ['browser_settings', 'timezone'],
    /"Vienna" is not a time zone: .*Europe\/Vienna/,
  ],
  [
    { browser_settings: { viewport: { width: 100, height: 600 } } },
    ['browser_settings', 'viewport', 'width'],
    /of at least 320/,
  ],
  [{ backend: 'browser_use' }, ['backend'], /Did you mean "browser-use"\?/],
  [{ os_emulation: 'macos' }, ['os_emulation'], /windows, linux/],
  [{ max_retries: -1 }, ['max_retries'], /of at least 0/],
  [{ max_retries: 101 }, ['max_retries'], /of at most 100/],
  [{ max_retries: 1.5 }, ['max_retries'], /an integer/],
  [{ allow_cookies: 'yes' }, ['allow_cookies'], /a boolean/],
  [{ parameters: { input_parameters: {} } }, ['parameters', 'generated_parameters'], /missing/],
  [
    parameters({ input_parameters: { a: 'x' } }),
    ['parameters', 'input_parameters', 'a'],
    /Expected a list, but got a string/,
  ],
  [
    parameters({ input_parameters: { a: [null] } }),
    ['parameters', 'input_parameters', 'a', 0],
    /a string, a number or a boolean/,
  ],
  [
    parameters({ input_parameters: { 'first name': [] } }),
    ['parameters', 'input_parameters', 'first name'],
    /"first name" is not a parameter name/,
  ],
  [
    parameters({ input_parameters: { task_id: [] } }),
    ['parameters', 'input_parameters', 'task_id'],
    /"task_id" is reserved/,
  ],
  [
    parameters({ generated_parameters: { current_page_url: [] } }),
    ['parameters', 'generated_parameters', 'current_page_url'],
    /reserved/,
  ],
  [
    parameters({ input_parameters: { a: [] }, generated_parameters: { a: [] } }),
    ['parameters', 'generated_parameters', 'a'],
    /"a" is also one of the input_parameters: rename/,
  ],
  [
    parameters({ generated_parameters: { a: [] }, secure_parameters: { a: [{ onepassword }] } }),
    ['parameters', 'secure_parameters', 'a'],
    /"a" is also one of the generated_parameters/,
  ],
  [secret({}), inSecret, /exactly one of onepassword, amazon_secrets_manager, totp/],
  [
    secret({ onepassword, totp: { totp_secret: 'ABCD' } }),
    [...inSecret, 'totp'],
    /found onepassword and totp/,
  ],
  [
    secret({ onepassword: { ...onepassword, type: 'totp_secret' } }),
    [...inSecret, 'onepassword', 'digits'],
    /needs digits/,
  ],
  [
    secret({ onepassword: { ...onepassword, digits: 6 } }),
    [...inSecret, 'onepassword', 'digits'],
    /belongs to type "totp_secret"/,
  ],
  [secret({ totp: { totp_secret: '018' } }), [...inSecret, 'totp', 'totp_secret'], /not base32/],
  [
    { ...byDesktop, nodes: [pause, { interaction_action: { go_back: {} } }] },
    ['nodes', 1, 'interaction_action'],
    /does not work on the channel "rdp"\. Use one of click_element/,
  ],
  [
    { ...byDesktop, nodes: [{ ...loop, nodes: [{ interaction_action: { go_back: {} } }] }] },
    ['nodes', 0, 'nodes', 0, 'interaction_action'],
    /"rdp"/,
  ],
];

test.each(automations)('rejects the automation with %j', (more, path, message) => {
  const problems = problemsOf(automationWith([pause], { ...more }));
  expect(problems).toEqual([{ path, message: expect.stringMatching(message) }]);
});

test('accepts the steps that work on a remote desktop', () => {
  const steps = [
    pause,
    { interaction_action: { click_element: { command: 'locator("a")', keyword: 'Save' } } },
    { interaction_action: { key_press: { type: 'f5' } } },
    { interaction_action: { scroll: {} } },
    { assertion_action: { llm: { extraction_instructions: 'Saved' } } },
  ];
  expect(parseAutomation(automationWith(steps, { ...byDesktop, url: '' })).nodes).toHaveLength(5);
  const onPage = [click('locator("a")'), { extraction_action: { state: {} } }];
  expect(parseAutomation(automationWith(onPage, byDesktop)).nodes).toHaveLength(2);
});

describe('the message', () => {
  const typo = { interaction_action: { click_element: { clicks: 2 } } };

  test('names the location of every problem', () => {
    const automation = automationWith([pause, { ...loop, nodes: [typo, 7] }], { 'a b': 1 });
    expect(() => parseAutomation(automation)).toThrow(InvalidAutomationError);
    expect(() => parseAutomation(automation)).toThrow(
      /^The automation is not valid\. nodes\[1\]\.nodes\[0\]\.interaction_action\.click_element\.clicks: There [^]*\nnodes\[1\]\.nodes\[1\]: Expected [^]*\n\["a b"\]: There is/,
    );
  });
});

function parameters(more: object) {
  return { parameters: { input_parameters: {}, generated_parameters: {}, ...more } };
}
