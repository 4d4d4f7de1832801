import { censusReport, optionalLogin, snippets } from './long-automations.ts';
import {
  ask,
  automationWith,
  click,
  clickByPrompt,
  fill,
  parameters,
  select,
} from './wire-nodes.ts';

const pdfDownload = automationWith(
  [
    {
      type: 'action_node',
      interaction_action: { go_to_url: { url: '{document[0]}' } },
      end_sleep_time: 1,
    },
    {
      type: 'action_node',
      interaction_action: { download_url_as_pdf: { download_filename: 'document.pdf' } },
      end_sleep_time: 1,
    },
  ],
  {
    url: 'about:blank',
    parameters: {
      input_parameters: { document: ['https://files.example/one.pdf'] },
      generated_parameters: {},
    },
  },
);

const stockQuote = automationWith(
  [
    fill('locator("#search-header")', '{ticker[0]}'),
    { ...clickByPrompt('The link whose name is the stock for {ticker[0]}'), before_sleep_time: 1 },
    ask(
      { stock_name: 'str', stock_price: 'str', stock_symbol: 'str' },
      { source: ['screenshot', 'axtree'] },
    ),
  ],
  { parameters: parameters(['ticker']) },
);

const fileUpload = automationWith(
  [
    select('get_by_label("Target region")', '{region[0]}'),
    {
      interaction_action: {
        upload_file: {
          command: 'get_by_role("button", name="Test file")',
          file_path: '{file_path[0]}',
        },
      },
    },
    click('get_by_role("button", name="Start test")'),
    {
      assertion_action: { llm: { extraction_instructions: 'Was the upload successful?' } },
      before_sleep_time: 10,
    },
  ],
  { parameters: parameters(['region', 'file_path']) },
);

const travelLookup = automationWith(
  [
    {
      python_script_action: { execution_code: 'async def code_fn(page):\n    pass\n' },
      before_sleep_time: 3,
      end_sleep_time: 1,
    },
    click('get_by_role("button", name="I AGREE")'),
    fill('get_by_role("textbox", name="First name")', '{first_name[0]}'),
    fill('get_by_role("combobox", name="Nationality")', '{nationality[0]}'),
    clickByPrompt('{nationality[0]} among the suggestions, which look like "country (code)"'),
    click('get_by_role("button", name="Submit")'),
    {
      extraction_action: {
        network_call: {
          url_pattern: '/api/history',
          extract_from: 'response',
          download_filename: '1f0c9f0a-0000-4000-8000-000000000000',
        },
      },
      before_sleep_time: 3,
      end_sleep_time: 0,
    },
  ],
  { browser_channel: 'chrome', parameters: parameters(['first_name', 'nationality']) },
);

const storageCapture = automationWith(
  [
    fill('get_by_role("textbox", name="Email")', '{email[0]}'),
    fill('get_by_role("textbox", name="Password")', '{password[0]}'),
    click('get_by_role("button", name="Sign In", exact=True)'),
    { extraction_action: { state: {} }, before_sleep_time: 5, end_sleep_time: 0 },
  ],
  { parameters: parameters(['email', 'password']) },
);

const authorisations = automationWith(
  [
    fill('get_by_test_id("text-field")', '{username[0]}'),
    select('get_by_label("Plan Type")', '{plan_type[0]}'),
    { ...click('get_by_test_id("submitBtn")'), expect_new_tab: true },
    click('get_by_label("Eligibility", exact=True).get_by_role("link", name="Authorizations")'),
    ask({ numbers: 'List[str]' }, { output_variable_names: ['numbers'] }),
    {
      type: 'for_loop_node',
      variable_name: 'numbers',
      nodes: [
        click('get_by_role("link", name="{numbers[index]}")'),
        ask({ 'Auth Nbr': 'str', 'Start Date': 'str' }),
        { interaction_action: { go_back: {} }, end_sleep_time: 1 },
      ],
    },
  ],
  { parameters: parameters(['username', 'plan_type']) },
);

const login = automationWith(
  [
    click('get_by_role("link", name="Sign in")'),
    fill('get_by_label("Email")', '{username[0]}'),
    fill('get_by_label("Password")', '{password[0]}', { press_enter: true }),
    { assertion_action: { llm: { extraction_instructions: 'The dashboard is there.' } } },
  ],
  {
    parameters: parameters([], {
      username: [{ onepassword: { vault_name: 'v', item_name: 'i', field_name: 'username' } }],
      password: [{ onepassword: { vault_name: 'v', item_name: 'i', field_name: 'password' } }],
    }),
  },
);

/** The automations of the guides, reworded. */
export const exampleAutomations: Readonly<Record<string, object>> = {
  pdfDownload,
  stockQuote,
  fileUpload,
  travelLookup,
  storageCapture,
  authorisations,
  login,
  optionalLogin,
  censusReport,
  snippets,
};
