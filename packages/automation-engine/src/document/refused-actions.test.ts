import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';

type Path = readonly (string | number)[];
type Refusal = readonly [params: unknown, path: Path, message: RegExp];

const command = 'locator("a")';
const box = ['0', '0', '9', '9'];
const format = { a: 'str' };
const read = { extraction_format: format, extraction_instructions: 'Read' };
const sms = { type: 'sms_two_fa_action', from_number: '1', to_number: '2' };
const email = { type: 'email_two_fa_action', receiver_email_address: 'a@example.org' };

const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  'interaction_action.click_element': [
    [{ command, clicks: 2 }, ['clicks'], /no field "clicks" here\. Known: command, xpath/],
    [{ command, buton: 'left' }, ['buton'], /Did you mean "button"\?/],
    [{ command, button: 'Left' }, ['button'], /"Left" is not allowed.*"left".*left, right, middle/],
    [{ command, button: 1 }, ['button'], /one of left, right, middle, but got the number 1/],
    [{ command, xpath: '//a' }, ['xpath'], /command and xpath cannot be combined/],
    [
      { prompt_instructions: 'a', assert_locator_presence: true },
      ['assert_locator_presence'],
      /needs a command/,
    ],
    [{}, [], /has no target: specify command, xpath/],
    [{ command: ' ', keyword: ' ' }, [], /has no target/],
    [
      { command, mouse_click_deviation: { x: 3 } },
      ['mouse_click_deviation'],
      /needs mouse_click: only/,
    ],
    [{ command, modifiers: ['Ctrl'] }, ['modifiers', 0], /"Ctrl" is not allowed.*Control/],
    [{ command, position: { x: 1 } }, ['position', 'y'], /missing/],
    [{ command, position: { x: -1, y: 0 } }, ['position', 'x'], /at least 0/],
    [{ command, position: { x: 1, y: 1 }, mouse_click: true }, ['position'], /cannot be combined/],
    [{ keyword: 'Save', position: { x: 1, y: 1 } }, ['position'], /needs the element/],
    [
      { command, skip_command: true, coordinates: [1, 2], position: { x: 1, y: 1 } },
      ['position'],
      /needs the element/,
    ],
    [{ command, hold_seconds: 61 }, ['hold_seconds'], /at most 60/],
    [{ command, hold_seconds: 1, double_click: true }, ['hold_seconds'], /cannot be combined/],
    [{ command, download_filename: 'a.csv' }, ['download_filename'], /needs expect_download/],
    [{ command, download_metadata: { a: 1 } }, ['download_metadata'], /needs expect_download/],
    [{ command, force: 'true' }, ['force'], /Expected a boolean, but got a string/],
    [{ command: 'get_by_rol("a")' }, ['command'], /The locator is not valid at character 1/],
    [{ command: 7 }, ['command'], /Expected a string, but got the number 7/],
    [{ coordinates: [1] }, ['coordinates'], /\[x, y\] or \{"\[0\]": x/],
    [{ coordinates: [1, 2, 3] }, ['coordinates'], /\[x, y\]/],
    [{ coordinates: [1.5, 2] }, ['coordinates'], /two integers/],
    [{ coordinates: { '[0]': 1, '[2]': 2 } }, ['coordinates'], /\[x, y\]/],
    [
      { keyword: 'a', bounding_box_variables: ['a', 'b'] },
      ['bounding_box_variables'],
      /exactly four/,
    ],
    [
      { command, bounding_box_variables: box },
      ['bounding_box_variables'],
      /specify keyword or prompt/,
    ],
    [
      { prompt_instructions: 'a', bounding_box_variables: box },
      ['bounding_box_variables'],
      /on a page: specify a keyword, or .*backend "computer-vision"/,
    ],
    [
      { coordinates: [1, 2], recording_screenshot: 'step.png' },
      ['recording_screenshot'],
      /absolute address of an image.*data:image\/png;base64/,
    ],
    [{ command, mouse_click_deviation: { z: 1 } }, ['mouse_click_deviation', 'z'], /Known: x, y/],
    [
      { command, mouse_click_deviation: { x: '1' } },
      ['mouse_click_deviation', 'x'],
      /a number, but got/,
    ],
    [{ download_metadata: ['a'] }, ['download_metadata'], /an object, but got a list of 1/],
    [null, [], /exactly one of .*; found none/],
    ['a', ['click_element'], /Expected an object, but got a string/],
  ],
  'interaction_action.input_text': [
    [{ command, input_text: 12 }, ['input_text'], /a string, but got the number 12/],
    [{ command, fill_or_type: 'paste' }, ['fill_or_type'], /fill, type, key_press/],
    [{ input_text: 'a' }, [], /has no target/],
    [{ input_text: 'a', fill_or_type: 'type', press_enter: true }, [], /has no target/],
    [
      { input_text: 'a', fill_or_type: 'key_press', press_enter: true },
      ['press_enter'],
      /needs a target/,
    ],
  ],
  'interaction_action.select_option': [
    [{ command, select_values: 'a' }, ['select_values'], /Expected a list, but got a string/],
    [{ command, select_values: [] }, ['select_values'], /of at least 1/],
    [{ select_values: ['a'] }, [], /has no target/],
    [
      { command, select_values: ['a', '^('] },
      ['select_values', 1],
      /^Not a regular expression: [^]*Unterminated group\.$/,
    ],
    [
      { command, select_values: ['a'], download_filename: 'a.csv' },
      ['download_filename'],
      /needs expect_download/,
    ],
    [{ command, select_values: ['a', 1] }, ['select_values', 1], /a string, but got the number 1/],
  ],
  'interaction_action.hover': [
    [{ command, force: true }, ['force'], /no field "force"/],
    [{}, [], /has no target/],
  ],
  'interaction_action.check': [[{}, [], /has no target/]],
  'interaction_action.uncheck': [[{}, [], /has no target/]],
  'interaction_action.upload_file': [
    [{ command }, [], /exactly one of file_path, file_url, input_file, files; found none/],
    [
      { command, file_path: 'a', file_url: 'b' },
      ['file_url'],
      /exactly one of file_path, file_url, input_file, files; found file_path and file_url/,
    ],
    [{ command, file_path: ' ' }, [], /exactly one of file_path, file_url/],
    [{ file_path: 'a' }, [], /has no target/],
    [{ file_url: 'a', keyword: ' ' }, [], /has no target/],
  ],
  'interaction_action.key_press': [
    [{}, ['type'], /Give a key/],
    [{ type: 'Entr' }, ['type'], /"Entr" is not a key\. Did you mean "enter"/],
    [{ type: 'Control+' }, ['type'], /"" is not a key\. Give a printable/],
    [{ type: 'Control+Entre' }, ['type'], /"Entre" is not a key\. Did you mean "enter"/],
    [{ type: 'a+b+nothing at all' }, ['type'], /"nothing at all" is not a key\. Give a printable/],
    [{ type: '{key[0]}' }, ['type'], /placeholders are not allowed/],
    [{ type: ['ctrl', 'arow_down'] }, ['type', 1], /Did you mean "arrowdown"/],
    [{ type: [] }, ['type'], /of at least 1/],
    [{ type: 7 }, ['type'], /Give a key/],
  ],
  'interaction_action.scroll': [
    [{ amount: -2 }, ['amount'], /-1 .* or a number of pixels/],
    [{ amount: 1.5 }, ['amount'], /an integer, but got the number 1\.5/],
  ],
  'interaction_action.go_to_url': [
    [{}, ['url'], /This field is missing: specify a string/],
    [{ url: '' }, ['url'], /blank/],
    [{ url: 'portal.example' }, ['url'], /not an absolute address/],
    [{ url: 'file:///etc/hostname' }, ['url'], /"file:" are not loaded/],
    [{ url: 'javascript:{a[0]}' }, ['url'], /"javascript:" are not loaded/],
  ],
  'interaction_action.go_back': [[{ times: 2 }, ['times'], /No field is allowed here/]],
  'interaction_action.switch_tab': [[{}, ['tab_index'], /missing: specify a number/]],
  'interaction_action.close_tabs_until': [
    [{}, [], /exactly one of matching_url, tab_index/],
    [{ matching_url: 'a', tab_index: 0 }, ['tab_index'], /found matching_url and tab_index/],
    [{ tab_index: -1 }, ['tab_index'], /of at least 0, but got the number -1/],
  ],
  'interaction_action.agentic_task': [
    [{ task: 'a' }, ['max_steps'], /missing/],
    [{ task: 'a', max_steps: 0 }, ['max_steps'], /of at least 1/],
    [{ task: 'a', max_steps: 201 }, ['max_steps'], /of at most 200/],
    [
      { task: 'a', max_steps: 1, backend: 'browserbase' },
      ['backend'],
      /The only agent is "browser_use"/,
    ],
  ],
  'extraction_action.llm': [
    [{ extraction_format: format }, ['extraction_instructions'], /missing/],
    [{ ...read, extraction_format: {} }, ['extraction_format'], /has no field/],
    [{ ...read, extraction_format: { a: 'string' } }, ['extraction_format', 'a'], /str, int/],
    [{ ...read, extraction_format: { a: ['str', 'int'] } }, ['extraction_format', 'a'], /2 types/],
    [
      { ...read, output_variable_names: ['a', 'b'] },
      ['output_variable_names', 1],
      /"b" is not a key of extraction_format\. Its keys: a/,
    ],
    [{ ...read, source: ['dom'] }, ['source', 0], /axtree, screenshot/],
  ],
  'extraction_action.network_call': [
    [{}, ['url_pattern'], /missing/],
    [{ url_pattern: 'a', extract_from: 'both' }, ['extract_from'], /request, response/],
  ],
  'extraction_action.python_script': [
    [{ script: ' ' }, ['script'], /blank/],
    [{ script: 'a', timeout_seconds: 0 }, ['timeout_seconds'], /above 0/],
    [{ script: 'a', output_variable_names: ['a'] }, ['output_variable_names', 0], /no keys/],
  ],
  'extraction_action.screenshot': [[{}, ['filename'], /missing/]],
  'extraction_action.state': [[{ cookies: true }, ['cookies'], /No field is allowed here/]],
  'extraction_action.two_fa_action': [
    [{ output_variable_name: 'a', action: {} }, ['action', 'type'], /email_two_fa_action or slack/],
    [
      { output_variable_name: 'a', action: { type: 'totp' } },
      ['action', 'type'],
      /"totp" is not allowed here.*sms_two_fa_action/,
    ],
    [
      { output_variable_name: 'a', action: email },
      ['action', 'sender_email_address'],
      /This field is missing/,
    ],
    [{ output_variable_name: 'a', action: sms, max_wait_time: 1e300 }, ['max_wait_time'], /86400/],
    [{ output_variable_name: 'a', action: sms, check_interval: 1e10 }, ['check_interval'], /86400/],
    [
      { output_variable_name: 'a', action: sms, start_2fa_time_offset_minutes: 1e12 },
      ['start_2fa_time_offset_minutes'],
      /10080/,
    ],
    [
      { output_variable_name: 'a', action: sms, end_2fa_time_offset_minutes: -1e12 },
      ['end_2fa_time_offset_minutes'],
      /-10080/,
    ],
  ],
  'extraction_action.locator': [
    [
      { command, extraction_format: format, output_variable_name: 'b' },
      ['output_variable_name'],
      /"b" is not a key of extraction_format\. Its keys: a/,
    ],
    [
      { command, extraction_format: { a: 'str', b: 'str' } },
      ['extraction_format'],
      /2 keys \(a, b\)/,
    ],
    [
      { command, extraction_format: { a: 'List[str]' } },
      ['extraction_format', 'a'],
      /extracts one text/,
    ],
    [{ command, extraction_format: { a: { b: 'str' } } }, ['extraction_format', 'a'], /one text/],
    [{ extraction_format: format }, ['command'], /missing/],
  ],
  'extraction_action.api_call': [
    [{ url: 'a', method: 'HEAD' }, ['method'], /GET, POST, PUT, PATCH, DELETE/],
    [{ url: 'a', body: 1 }, ['body'], /as an object .* or as a string/],
    [{ url: 'a', headers: { a: 1 } }, ['headers', 'a'], /a string, but got the number 1/],
    [{ url: 'a', max_poll_attempts: 0 }, ['max_poll_attempts'], /of at least 1/],
  ],
  'extraction_action.ocr_coordinates': [
    [{ source_variable: 'a b' }, ['source_variable'], /not a list to iterate over/],
    [
      { source_variable: 'a', bounding_box_variables: ['a'] },
      ['bounding_box_variables'],
      /exactly four/,
    ],
  ],
  'extraction_action.vision': [
    [{ prompt: 'a', output_variable_names: [] }, ['output_variable_names'], /of at least 1/],
    [
      { prompt: 'a', output_variable_names: ['a', 'task_id'] },
      ['output_variable_names', 1],
      /"task_id" is reserved/,
    ],
  ],
  'assertion_action.llm': [
    [
      { extraction_instructions: 'a', extraction_format: { assertion_result: 'bool' } },
      ['extraction_format'],
      /needs the field assertion_reason/,
    ],
  ],
  'assertion_action.python_script': [[{ script: '' }, ['script'], /blank/]],
  'misc_action.set_variable': [
    [{ name: 'a' }, [], /exactly one of value, expression; found none/],
    [{ name: 'a', value: 1, expression: '1' }, ['expression'], /found .*value.* and expression/],
    [{ name: 'a', value: [1] }, ['value'], /a number, a string or a boolean/],
    [{ name: 'current_time', value: 1 }, ['name'], /"current_time" is reserved/],
    [{ name: '__proto__', value: 1 }, ['name'], /cannot be called "__proto__"/],
  ],
  'misc_action.count_locator': [
    [{ locator: command, name: 'n', locator_timeout: -1 }, ['locator_timeout'], /of at least 0/],
  ],
};

const cases = Object.entries(refusals).flatMap(([place, list]) =>
  list.map(([params, path, message]) => ({ place, params, path, message })),
);

test.each(cases)('rejects $place: $params', ({ place, params, path, message }) => {
  const [group = '', kind = ''] = place.split('.');
  const problems = problemsOf(automationWith([{ [group]: { [kind]: params } }]));
  const isObject = typeof params === 'object' && params !== null;
  const expected = ['nodes', 0, group, ...(isObject ? [kind] : []), ...path];
  expect(problems).toEqual([{ path: expected, message: expect.stringMatching(message) }]);
});
