import type { WireNode } from './wire-nodes.ts';

const target = {
  prompt_instructions: 'The button',
  skip_command: false,
  skip_prompt: true,
  recording_screenshot: 'https://files.example/a.png',
  bounding_box_variables: ['x1', 'y1', 'x2', 'y2'],
  keyword: 'Save',
  coordinates: { '[0]': 10, '[1]': 20 },
};
const model = { llm_provider: 'gemini', llm_model_name: 'gemini-2.5-flash' };
const agent = {
  task: 'Do it',
  max_steps: 3,
  backend: 'browser_use',
  use_vision: true,
  keep_alive: false,
};
const download = { expect_download: true, download_filename: 'a.csv', download_metadata: { a: 1 } };

const interactions: WireNode = {
  click_element: {
    ...target,
    ...download,
    command: 'get_by_text("a")',
    assert_locator_presence: true,
    double_click: true,
    button: 'right',
    mouse_click: true,
    mouse_click_deviation: { x: 1.5, y: -2 },
    force: true,
    modifiers: ['ControlOrMeta', 'Shift'],
  },
  input_text: {
    ...target,
    xpath: '//input',
    input_text: '{a[0]}',
    is_slider: true,
    fill_or_type: 'key_press',
    press_enter: true,
    click_before_input: false,
  },
  select_option: { ...target, ...download, select_values: ['^a', 'b'] },
  check: { ...target, coordinates: ['{x[0]}', '{y[0]}'] },
  uncheck: { ...target, coordinates: [1, '2'] },
  hover: target,
  set_value: { ...target, command: 'get_by_label("a")', value: '{a[0]}' },
  drag_and_drop: {
    ...target,
    command: 'get_by_text("a")',
    position: { x: 1, y: 2 },
    destination: { command: 'get_by_text("{a[0]}")', xpath: null, position: { x: 3, y: 4 } },
    hold_seconds: 0.5,
  },
  upload_file: { ...target, file_url: 'https://files.example/a.pdf' },
  key_press: { ...target, type: ['ctrl', 'a'] },
  download_url_as_pdf: { download_filename: 'a.pdf', url: 'https://files.example/a' },
  scroll: { down: false, amount: 300, prompt_instructions: 'The list' },
  go_to_url: { url: 'https://portal.example', new_tab: true },
  go_back: {},
  close_current_tab: {},
  close_all_but_last_tab: {},
  switch_tab: { tab_index: -1 },
  close_tabs_until: { tab_index: 0 },
  agentic_task: agent,
  close_overlay_popup: agent,
};

const llm = {
  ...model,
  source: ['axtree', 'screenshot'],
  extraction_instructions: 'Read',
  recording_screenshot: 'https://files.example/a.png',
  include_full_page: true,
};

const extractions: WireNode = {
  network_call: {
    url_pattern: '/api',
    extract_from: null,
    download_from: 'request',
    download_filename: 'a.json',
  },
  llm: { ...llm, extraction_format: { a: 'str' }, output_variable_names: ['a'] },
  python_script: {
    script: 'x',
    extraction_format: { a: ['int'] },
    output_variable_names: ['a'],
    timeout_seconds: 2.5,
  },
  two_fa_action: {
    action: { type: 'sms_two_fa_action', from_number: '+1', to_number: '+2' },
    output_variable_name: 'code',
    instructions: 'The newest',
    max_wait_time: 60,
    check_interval: 5,
    start_2fa_time_offset_minutes: 1,
    end_2fa_time_offset_minutes: 2,
  },
  pdf: {
    ...model,
    filename: 'a',
    extraction_format: { a: { b: 'float' } },
    extraction_instructions: 'Read',
  },
  locator: {
    ...model,
    command: 'get_by_role("cell").first',
    output_variable_name: 'a',
    extraction_format: { a: 'str' },
    extraction_instructions: 'The total',
    attribute: 'href',
    all_matches: false,
    table: false,
  },
};

/** These always have a result, so `allow_none` does not apply. */
const sureExtractions: WireNode = {
  state: {},
  ocr_coordinates: {
    source_variable: 'texts',
    output_x_variable: 'xs',
    output_y_variable: 'ys',
    bounding_box_variables: ['x1', 'y1', 'x2', 'y2'],
  },
  vision: { prompt: 'The button', output_variable_names: ['x', 'y'] },
  api_call: {
    url: 'https://api.example',
    method: 'PATCH',
    headers: { a: 'b' },
    body: 'text',
    query_params: { q: '1' },
    output_variable_names: ['answer'],
    timeout: 1,
    poll_condition: 'status_code == 200',
    poll_interval: 0,
    max_poll_attempts: 1,
  },
};

const expectation = {
  command: 'locator("td")',
  assertion: 'to_have_attribute',
  attribute: 'href',
  expected: '^/{a[0]}',
  match: 'regex',
  is_negated: true,
  timeout: 0,
  failure_message: 'No',
};

const assertions: WireNode = {
  expect: expectation,
  llm: {
    ...llm,
    extraction_format: { assertion_result: 'bool', assertion_reason: 'str', more: 'str' },
    output_variable_names: ['more'],
  },
  network_call: { url_pattern: '/api', header_filter: { accept: 'text/html' } },
  python_script: { script: 'x' },
};

const miscellaneous: WireNode = {
  set_variable: { name: 'a', value: 0, output_variable_name: 'b' },
  llm_query: {
    ...model,
    output_format: { a: 'str' },
    prompt_instructions: 'Why?',
    output_variable_names: ['a'],
  },
  count_locator: {
    locator: 'locator("td")',
    name: 'n',
    locator_timeout: 0,
    output_variable_name: 'm',
  },
  wait_for: expectation,
};

const onNode: WireNode = {
  python_script_action: { execution_code: 'x' },
  powershell_action: { commands: ['dir'], exit_after_commands: false },
  sleep_action: { sleep_time: 0.5 },
  fail_state_action: { failure_message: 'No' },
  captcha_action: {
    ...model,
    locator: 'locator("#a")',
    secondary_locator: 'locator("#b")',
    wait_time: 1,
    config: {
      primary_click_x_offset: 1,
      primary_click_y_offset: 2,
      grid_top_offset: 3,
      grid_bottom_trim: 4,
      max_captcha_retries: 5,
      thinking_budget_tokens: 6,
    },
  },
  human_in_loop_action: { max_wait_time: 600 },
};

function nodesWithin(group: string, kinds: WireNode, more: WireNode = {}): WireNode[] {
  return Object.entries(kinds).map(([kind, params]) => ({
    [group]: { ...more, [kind]: params },
    before_sleep_time: 0,
    end_sleep_time: 5,
    dialog: { accept: true, text: '{a[0]}' },
    ...(group === 'interaction_action' ? { localized_axtree_string: '[1] button' } : {}),
  }));
}

const tries = { max_tries: 2, max_timeout_seconds_per_try: 0.5, verify_before_step: false };

/** Every action with every field, each set to a non-default value where possible. */
export const everyAction: readonly WireNode[] = [
  ...nodesWithin('interaction_action', interactions, tries).map((node) => ({
    ...node,
    expect_new_tab: true,
    max_new_tab_wait_time: 4,
  })),
  ...nodesWithin('extraction_action', extractions, { unique_identifier: 'a', allow_none: true }),
  ...nodesWithin('extraction_action', sureExtractions, { unique_identifier: 'a' }),
  ...nodesWithin('extraction_action', { screenshot: { filename: 'a.png', full_page: false } }),
  ...nodesWithin('assertion_action', assertions),
  ...nodesWithin('misc_action', miscellaneous),
  ...Object.entries(onNode).map(([kind, params]) => ({ type: 'action_node', [kind]: params })),
];
