import {
  account,
  button,
  goTo,
  link,
  optionally,
  read,
  signIn,
  type SiteAutomation,
} from './site-steps.ts';
import { click, fill, select } from './wire-nodes.ts';

const knownPdf: SiteAutomation = {
  path: '/',
  inputs: { document: ['/files/price-list.pdf'] },
  nodes: [
    goTo('{site[0]}{document[0]}'),
    {
      interaction_action: { download_url_as_pdf: { download_filename: 'example.pdf' } },
      end_sleep_time: 1,
    },
  ],
};

const fileUpload: SiteAutomation = {
  path: '/documents',
  inputs: { region: ['Baltic Sea'], file_path: ['archive.csv'] },
  nodes: [
    click(link('Archive'), { expect_download: true, download_filename: 'archive.csv' }),
    select('get_by_label("Target region")', '{region[0]}'),
    {
      interaction_action: {
        upload_file: { command: 'get_by_label("Upload Document")', file_path: '{file_path[0]}' },
      },
    },
    click(button('Start upload')),
    read('get_by_test_id("file-name")', 'name'),
    read('get_by_test_id("file-region")', 'sent_for'),
  ],
};

const certificateLookup: SiteAutomation = {
  path: '/certificates',
  inputs: {
    first_name: ['Ada'],
    last_name: ['Lind'],
    date_of_birth: ['1990-12-10'],
    document_number: ['C-2026-0117'],
    country: ['Port'],
  },
  nodes: [
    { interaction_action: { hover: { command: 'locator("#notice-text")' } }, end_sleep_time: 0 },
    { interaction_action: { scroll: { amount: -1 } }, before_sleep_time: 1, end_sleep_time: 1 },
    click(button('I ACKNOWLEDGE AND AGREE')),
    fill('get_by_role("textbox", name="First name")', '{first_name[0]}'),
    fill('get_by_role("textbox", name="Last name")', '{last_name[0]}'),
    fill('get_by_role("textbox", name="Date of Birth")', '{date_of_birth[0]}'),
    fill('get_by_role("textbox", name="Document number")', '{document_number[0]}'),
    fill('get_by_role("combobox", name="Country")', '{country[0]}'),
    click('get_by_role("option", name="{country[0]}").first'),
    click(button('Click to submit the form')),
    {
      extraction_action: {
        network_call: { url_pattern: '/api/certificates/latest', extract_from: 'response' },
      },
      before_sleep_time: 3,
      end_sleep_time: 0,
    },
  ],
};

const storageCapture: SiteAutomation = {
  path: '/login',
  inputs: account,
  nodes: [...signIn, { extraction_action: { state: {} }, before_sleep_time: 5, end_sleep_time: 0 }],
};

const authorizations: SiteAutomation = {
  path: '/login/steps',
  inputs: {
    username: ['demo'],
    password: account.password,
    plan: ['Frame contract'],
    supplier: ['4711'],
    day: ['05/01/2026'],
    numbers: ['AU-7001', 'AU-7003'],
  },
  nodes: [
    fill('get_by_test_id("text-field")', '{username[0]}'),
    click(button('Continue')),
    fill('get_by_label("Password*")', '{password[0]}'),
    click(button('Log in')),
    select('get_by_label("Plan Type")', '{plan[0]}'),
    click(button('GO')),
    fill('get_by_test_id("SupplierNumberOrName")', '{supplier[0]}'),
    fill('locator("#tDatePicker")', '{day[0]}'),
    click('get_by_role("combobox")'),
    click('get_by_test_id("ActionType-option-0")'),
    { ...click('get_by_test_id("submitBtn")'), expect_new_tab: true },
    click('get_by_label("Eligibility", exact=True).get_by_role("link", name="Authorizations")'),
    {
      type: 'for_loop_node',
      variable_name: 'numbers',
      nodes: [
        click('get_by_role("link", name="{numbers[index]}")'),
        read('get_by_role("row", name="Start Date").get_by_role("cell").last', 'start_{index}'),
        read('get_by_role("row", name="State").get_by_role("cell").last', 'state_{index}'),
        { interaction_action: { go_back: {} }, end_sleep_time: 1 },
      ],
    },
  ],
};

const login: SiteAutomation = {
  path: '/?banner=off',
  inputs: account,
  nodes: [
    click(link('Sign in')),
    fill('get_by_label("Email")', '{email[0]}'),
    fill('get_by_label("Password")', '{password[0]}', { press_enter: true }),
    read('get_by_role("heading", level=1)', 'heading'),
  ],
};

const optionalLogin: SiteAutomation = {
  path: '/account/requests',
  inputs: {
    ...account,
    skip_key: [false],
    agent_id: ['unused'],
    key: ['K-1'],
    last_name: ['Holt'],
  },
  nodes: [
    {
      locator: button('Sign in'),
      assertion: 'to_be_visible',
      output_variable_name: 'is_login_page',
      timeout: 3,
    },
    {
      condition: 'is_login_page[0]',
      if_nodes: [
        ...signIn,
        {
          locator: 'get_by_label("Enter Code")',
          assertion: 'to_be_visible',
          output_variable_name: 'is_code_page',
          timeout: 0,
        },
        {
          condition: 'is_code_page[0]',
          if_nodes: [{ fail_state_action: { failure_message: 'A code is asked for.' } }],
        },
      ],
    },
    {
      condition: 'not skip_key[0]',
      if_nodes: [
        click(link('Enter Key')),
        fill(String.raw`get_by_label("Request Key* \" / \"")`, '{key[0]}'),
        fill(String.raw`get_by_label("Last Name* \" / \"")`, '{last_name[0]}'),
        click(button('View Request')),
      ],
    },
    optionally('get_by_role("link", name="Skip", exact=True)'),
    { extraction_action: { state: {} }, before_sleep_time: 5 },
  ],
};

const facilityReport: SiteAutomation = {
  path: '/login',
  inputs: {
    ...account,
    port: ['Lisbon Pier'],
    from: ['2026-01-01'],
    to: ['2026-01-31'],
    first_row: [true],
  },
  nodes: [
    optionally(button('Close announcement')),
    ...signIn,
    {
      locator: 'get_by_role("alert").filter(has_text="expired")',
      assertion: 'to_be_visible',
      output_variable_name: 'password_reset_needed',
      timeout: 0,
    },
    {
      condition: 'password_reset_needed[0]',
      if_nodes: [{ fail_state_action: { failure_message: 'Password reset needed: {email[0]}' } }],
    },
    {
      locator: 'locator("#portSearch").get_by_role("button", name="{port[0]}")',
      assertion: 'to_be_visible',
      output_variable_name: 'is_same_port',
      timeout: 0,
    },
    {
      condition: 'not is_same_port[0]',
      if_nodes: [
        click('locator("#portSearch .portButton")', { assert_locator_presence: true }),
        fill('get_by_label("Find a port")', '{port[0]}'),
        click('locator("#portList a", has_text="{port[0]}").first'),
      ],
    },
    click('get_by_role("navigation", name="Main").get_by_role("link", name="Reports")', {
      assert_locator_presence: true,
    }),
    click(link('Detailed stock')),
    fill('get_by_label("Date Range from")', '{from[0]}'),
    fill('get_by_label("Date Range to")', '{to[0]}'),
    select('get_by_role("combobox")', 'CSV'),
    {
      ...click(button('Run Report'), {
        expect_download: true,
        download_filename: '1f0c9f0a-0000-4000-8000-000000000000',
        assert_locator_presence: true,
      }),
      before_sleep_time: 3,
    },
  ],
  more: { expected_downloads: 1 },
};

/** The guides' automations that need no model, reworded for the sample site. */
export const siteAutomations = {
  knownPdf,
  fileUpload,
  certificateLookup,
  storageCapture,
  authorizations,
  login,
  optionalLogin,
  facilityReport,
};
