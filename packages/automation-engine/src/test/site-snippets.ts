import { account, button, goTo, read, signIn, type SiteAutomation } from './site-steps.ts';
import { click } from './wire-nodes.ts';

const ORDERS = 'locator("tr.order-row")';

/** The individual features that the guides show. */
export const siteSnippets = {
  dismissBanner: {
    path: '/',
    // Otherwise the run may dismiss the banner between the check and the click.
    more: { allow_cookies: true },
    nodes: [
      {
        locator: button('Accept cookies'),
        assertion: 'to_be_visible',
        output_variable_name: 'banner_visible',
        timeout: 5,
      },
      { condition: '{banner_visible[0]}', if_nodes: [click(button('Accept cookies'))] },
      {
        locator: button('Accept cookies'),
        assertion: 'to_be_hidden',
        output_variable_name: 'banner_gone',
        timeout: 5,
      },
      { condition: 'not banner_gone[0]', if_nodes: [{ fail_state_action: {} }] },
      read('get_by_role("heading", level=1)', 'headline'),
    ],
  },
  countRows: {
    path: '/login?next=/orders',
    inputs: account,
    nodes: [
      ...signIn,
      {
        misc_action: {
          count_locator: {
            locator: ORDERS,
            name: 'rows',
            locator_timeout: 10,
            output_variable_name: 'rows',
          },
        },
      },
      {
        misc_action: {
          set_variable: {
            name: 'most',
            expression: 'min({rows[0]}, 3) * 2',
            output_variable_name: 'most',
          },
        },
      },
    ],
  },
  locatorLoop: {
    path: '/login?next=/orders',
    inputs: account,
    nodes: [
      ...signIn,
      {
        locator: ORDERS,
        index_variable_name: 'row',
        max_iterations: 2,
        on_error_in_loop: 'continue',
        nodes: [
          click('{locator[row]}.get_by_role("link", name="Download")', {
            expect_download: true,
            download_filename: 'order_{row}.csv',
          }),
          read('{locator[row]}.locator("td").first', 'order_{row}'),
        ],
      },
    ],
  },
  variableLoop: {
    path: '/login?next=/orders',
    inputs: { ...account, numbers: ['HS-10401', 'HS-10402'], kinds: ['new', 'old'] },
    nodes: [
      ...signIn,
      {
        variable_name: 'numbers,kinds',
        nodes: [
          click('get_by_role("row", name="{numbers[index]}").get_by_role("link", name="Invoice")', {
            expect_download: true,
            download_filename: 'doc_{numbers[index]}.pdf',
            download_metadata: {
              number: '{numbers[index]}',
              kind: '{kinds[index]}',
              source: 'list',
            },
          }),
        ],
        reset_nodes: [goTo('{site[0]}/orders')],
      },
    ],
  },
  nestedLoops: {
    path: '/login?next=/orders',
    inputs: { ...account, pages: [1, 2] },
    nodes: [
      ...signIn,
      {
        variable_name: 'pages',
        index_variable_name: 'page_i',
        nodes: [
          goTo('{site[0]}/orders?page={pages[page_i]}'),
          {
            locator: ORDERS,
            index_variable_name: 'item_i',
            max_iterations: 2,
            nodes: [read('{locator[item_i]}.locator("td").first', 'order_{page_i}_{item_i}')],
          },
        ],
      },
    ],
  },
  resetTabs: {
    path: '/login?next=/reports',
    inputs: account,
    nodes: [
      ...signIn,
      {
        locator: 'get_by_role("link", name="Open", exact=True)',
        index_variable_name: 'row',
        max_iterations: 2,
        nodes: [
          { ...click('{locator[row]}'), expect_new_tab: true },
          read('get_by_role("heading", level=1)', 'report_{row}'),
        ],
        reset_nodes: [{ interaction_action: { close_tabs_until: { tab_index: 0 } } }],
      },
    ],
  },
  callApi: {
    path: '/',
    inputs: { number: ['C-2026-0117'] },
    nodes: [
      {
        extraction_action: {
          api_call: {
            url: '{site[0]}/api/certificates/latest',
            method: 'POST',
            body: { documentNumber: '{number[0]}', lastName: 'Lind', country: 'Norway (NOR)' },
            output_variable_names: ['create_result'],
          },
        },
      },
      {
        extraction_action: {
          unique_identifier: 'certificate {create_result.body.number}',
          api_call: {
            url: '{site[0]}/api/quotes/TEAK',
            query_params: { of: '{create_result.body.number}' },
            poll_condition: "body.symbol == 'TEAK' and status_code == 200",
            poll_interval: 1,
            max_poll_attempts: 3,
          },
        },
      },
    ],
  },
  plugIn: {
    path: '/',
    inputs: { number: ['7'] },
    nodes: [
      {
        type: 'private_node',
        handler: 'portal.action',
        inputs: { number: '{number[0]}' },
        output_variable_names: ['patient_id'],
      },
    ],
  },
} satisfies Readonly<Record<string, SiteAutomation>>;
