import { askForVariables, automationWith, click, fill, select } from './wire-nodes.ts';

export const optionalLogin = automationWith(
  [
    askForVariables(['is_login_page']),
    {
      condition: 'is_login_page[0]',
      if_nodes: [
        fill('get_by_label("User")', '{user[0]}'),
        askForVariables(['is_email_page']),
        {
          condition: 'is_email_page[0]',
          if_nodes: [click('get_by_role("button", name="Send me an email")')],
        },
        {
          extraction_action: {
            two_fa_action: {
              action: {
                type: 'email_two_fa_action',
                receiver_email_address: 'robot@portal.example',
                sender_email_address: '{sender[0]}',
              },
              output_variable_name: 'auth_code',
            },
          },
          before_sleep_time: 3,
        },
        fill('get_by_label("Enter Code")', '{auth_code[0]}'),
      ],
    },
    { sleep_action: { sleep_time: 5 } },
    {
      condition: 'not skip_key_fetch[0]',
      if_nodes: [
        {
          interaction_action: {
            max_tries: 3,
            input_text: {
              command: 'get_by_role("textbox", name="Request Key*\\" / \\"")',
              input_text: '{key[0]}',
            },
          },
        },
        {
          interaction_action: {
            agentic_task: { task: 'Pick {day[0]}', max_steps: 5, use_vision: true },
          },
        },
      ],
    },
    click('get_by_role("link", name="Skip", exact=True)', { skip_prompt: true }),
    { extraction_action: { state: {} }, before_sleep_time: 5 },
  ],
  {
    parameters: {
      input_parameters: {
        skip_key_fetch: [false],
        user: [],
        sender: [],
        key: [],
        day: [],
        run: [7],
      },
      generated_parameters: { auth_code: [], is_login_page: [null] },
    },
  },
);

export const censusReport = automationWith(
  [
    { ...click('locator("#later")', { skip_prompt: true }) },
    { sleep_action: { sleep_time: 3 } },
    askForVariables(['is_login_page', 'is_same_user']),
    {
      condition: 'not is_login_page[0] and not is_same_user[0]',
      if_nodes: [click('locator("#userMenu").get_by_text("Sign Out")')],
    },
    {
      condition: 'not is_same_user[0]',
      if_nodes: [
        { interaction_action: { go_to_url: { url: 'https://portal.example/login' } } },
        fill('locator("[data-test=\\"user\\"]")', '{username[0]}', {
          assert_locator_presence: true,
        }),
        {
          condition: 'password_reset_needed[0]',
          if_nodes: [
            { fail_state_action: { failure_message: 'Password reset needed: {username[0]}' } },
          ],
        },
        fill('locator(".MuiInputBase-input").first', '{auth_code[0]}', {
          fill_or_type: 'type',
          skip_prompt: true,
        }),
        click('locator("#facList a", has_text="{facility[0]}").first'),
      ],
    },
    select('get_by_role("combobox")', 'CSV'),
    {
      ...click('get_by_role("button", name="Run Report")', {
        expect_download: true,
        download_filename: '1f0c9f0a-0000-4000-8000-000000000000',
        assert_locator_presence: true,
      }),
      before_sleep_time: 3,
    },
  ],
  {
    os_emulation: 'windows',
    parameters: {
      input_parameters: { username: [], facility: [], first_row: [true] },
      generated_parameters: {},
      secure_parameters: { auth_code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] },
    },
  },
);

export const snippets = automationWith([
  { locator: 'get_by_role("alert")', assertion: 'to_be_visible', output_variable_name: 'error' },
  { locator: 'get_by_test_id("loading-spinner")', assertion: 'to_be_hidden', timeout: 10 },
  {
    misc_action: { count_locator: { locator: 'get_by_role("row")', name: 'rows' } },
  },
  {
    locator: 'locator("tr.invoiceRow")',
    index_variable_name: 'row',
    on_error_in_loop: 'continue',
    nodes: [
      click('{locator[row]}.get_by_role("link", name="Download")', {
        expect_download: true,
        download_filename: 'invoice_{row}.pdf',
      }),
      {
        extraction_action: {
          locator: {
            command: '{locator[row]}.locator("td.name")',
            output_variable_name: 'patient_{row}',
            extraction_format: { 'patient_{row}': 'str' },
          },
        },
      },
    ],
    reset_nodes: [
      { interaction_action: { close_tabs_until: { matching_url: '/list' } } },
      { interaction_action: { go_to_url: { url: 'https://portal.example/list' } } },
    ],
  },
  {
    variable_name: 'documents, kinds',
    nodes: [
      {
        variable_name: 'pages',
        index_variable_name: 'page_i',
        nodes: [
          click('get_by_text("{documents[index]}")', {
            expect_download: true,
            download_filename: 'doc_{documents[index]}.pdf',
            download_metadata: { id: '{documents[index]}', kind: '{kinds[index]}', page: 1 },
          }),
        ],
      },
    ],
  },
  {
    extraction_action: {
      api_call: {
        url: 'https://api.example/jobs/{create_result.body.id}',
        poll_condition: "body.status == 'completed'",
        poll_interval: 10,
        max_poll_attempts: 30,
      },
    },
  },
  {
    extraction_action: {
      api_call: { url: 'https://api.example/jobs', method: 'POST', body: { name: '{name[0]}' } },
    },
  },
  {
    misc_action: {
      llm_query: {
        output_format: { category: 'str' },
        prompt_instructions: 'Classify the ticket {ticket[0]}',
        output_variable_names: ['category'],
      },
    },
  },
  {
    extraction_action: {
      python_script: { script: 'async def code_fn(axtree, browser, ctx):\n    return None' },
    },
  },
  { human_in_loop_action: { max_wait_time: 300 } },
  {
    type: 'private_node',
    handler: 'portal.action',
    inputs: { id: '{id[0]}', deep: [{ n: null }] },
  },
]);
