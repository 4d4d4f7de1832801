import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('content-type', 'text/html');
  const script = 'oninput = ({ target }) => { if (target.value.length === 4) window.close() }';
  response.end(
    `<input id=code><button onclick="window.close()">Done</button><script>${script}</script>`,
  );
});

const click = (name: string, node: object = {}) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` }, { node });
const opener = `<button onclick="window.popup = window.open('/popup')">Open</button>
  <button onclick="window.hit = 1">Go on</button>
  <button onclick="popup.close(); window.open('/popup')">Replace</button>`;
const openPopup = click('Open', { expect_new_tab: true });

test.each([
  ['a click', click('Go on')],
  ['an extraction', { ...extraction('Go on'), before_sleep_time: 0 }],
  [
    'an assertion',
    {
      type: 'assert_locator_node',
      locator: 'get_by_role("button", name="Go on")',
      assertion: 'to_be_visible',
      output_variable_name: 'seen',
    },
  ],
  [
    'a count',
    {
      misc_action: { count_locator: { locator: 'get_by_text("Go on")', name: 'seen' } },
      end_sleep_time: 0,
    },
  ],
])('continues with %s on the opener when the popup closes itself', async (_what, node) => {
  const run = await stage.run(opener, [openPopup, click('Done'), node]);
  expect(failureOf(run)).toBe('success');
  expect(await run.page.browserContext().pages()).toHaveLength(1);
});

const code = { command: 'locator("#code")' };
test.each([
  [
    'typed into it',
    [interact('input_text', { ...code, input_text: '1234', fill_or_type: 'type' })],
  ],
  [
    'sent to what has the focus',
    [
      interact('click_element', code),
      interact('input_text', { input_text: '1234', fill_or_type: 'key_press' }),
    ],
  ],
])('continues when the last character closes the popup: %s', async (_what, nodes) => {
  const run = await stage.run(opener, [openPopup, ...nodes, click('Go on')]);
  expect(failureOf(run)).toBe('success');
});

test('fails without starting over when a character before the last closes the popup', async () => {
  const text = '1234'.padEnd(500, '5');
  const type = interact('input_text', { ...code, input_text: text, fill_or_type: 'type' });
  const run = await stage.run(opener, [openPopup, type]);
  expect(run.result).toMatchObject({ error: { class: 'page_closed', retry: 'automation' } });
});

test('reads the remaining page, not the one that closes', async () => {
  const run = await stage.run(opener, [
    openPopup,
    click('Done'),
    {
      type: 'assert_locator_node',
      locator: 'get_by_role("button", name="Go on")',
      assertion: 'to_be_visible',
      output_variable_name: 'seen',
    },
    {
      condition: 'seen[0]',
      if_nodes: [],
      else_nodes: [{ fail_state_action: { failure_message: 'not seen' } }],
    },
  ]);
  expect(failureOf(run)).toBe('success');
});

test('treats a popup that replaces another one as a new tab', async () => {
  const run = await stage.run(opener, [
    openPopup,
    interact('switch_tab', { tab_index: 0 }),
    click('Replace', { expect_new_tab: true }),
    interact('input_text', { command: 'locator("#code")', input_text: '1' }),
  ]);
  expect(failureOf(run)).toBe('success');
});

function extraction(name: string) {
  const command = `get_by_role("button", name="${name}")`;
  return { extraction_action: { locator: { command, extraction_format: { text: 'str' } } } };
}
