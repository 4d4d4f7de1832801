import { everyAction } from './every-action.ts';

/**
 * Every field of an automation, with every action and every node kind. Some fields only work on
 * pages.
 */
export const fullAutomation: object = {
  url: 'https://portal.example',
  parameters: {
    input_parameters: { a: ['x', 1, 1.5, true], b: [] },
    generated_parameters: { c: [null, 'x'] },
    secure_parameters: {
      d: [
        {
          onepassword: {
            vault_name: 'v',
            item_name: 'i',
            field_name: 'f',
            type: 'totp_secret',
            digits: 6,
          },
        },
        {
          amazon_secrets_manager: {
            secret_name: 's',
            region_name: 'r',
            key: null,
            type: 'raw',
            digits: null,
          },
        },
        { totp: { totp_secret: 'JBSWY3DPEHPK3PXP', digits: 8 } },
      ],
    },
  },
  nodes: [
    ...everyAction,
    {
      type: 'for_loop_node',
      variable_name: null,
      locator: 'get_by_role("row")',
      index_variable_name: 'row',
      locator_timeout: 0,
      max_iterations: 5,
      nodes: [{ type: 'if_else_node', condition: 'a[0]', if_nodes: [], else_nodes: everyAction }],
      reset_nodes: everyAction,
      on_error_in_loop: 'break',
    },
    {
      type: 'while_loop_node',
      condition: null,
      expectation: {
        command: 'get_by_role("row")',
        assertion: 'to_have_count',
        expected: 3,
        is_negated: true,
        timeout: 0,
      },
      max_iterations: 5,
      index_variable_name: 'row',
      is_checked_after: true,
      nodes: everyAction,
      on_error_in_loop: 'continue',
    },
    {
      type: 'assert_locator_node',
      locator: 'get_by_role("row")',
      assertion: 'to_be_hidden',
      output_variable_name: 'gone',
      timeout: 0,
    },
    {
      type: 'private_node',
      handler: 'portal.action',
      inputs: { a: ['{b[0]}'] },
      output_variable_names: null,
      before_sleep_time: 1,
      end_sleep_time: 30,
    },
  ],
  post_processing_nodes: [{ sleep_action: { sleep_time: 0 } }],
  browser_channel: 'chrome',
  backend: 'browser-use',
  os_emulation: 'linux',
  browser_settings: {
    viewport: { width: 1024, height: 700 },
    locale: 'de-AT',
    timezone: 'Europe/Vienna',
  },
  allow_cookies: true,
  max_retries: 2,
  dialog: { accept: false },
  expected_downloads: 3,
  remove_empty_nodes_in_axtree: false,
  reuse_page_if_already_on_url: true,
  take_final_screenshot: false,
  automation_description: 'All of it',
  automation_endpoint: 'all',
};
