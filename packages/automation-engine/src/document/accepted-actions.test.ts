import { expect, test } from '@jest/globals';
import { automationWith } from '../test/wire-nodes.ts';
import { parseAutomation } from './index.ts';

const command = 'locator("a")';
const uuid = '1f0c9f0a-0000-4000-8000-000000000000';

test.each([
  [{ click_element: { command, download_filename: uuid } }],
  [{ click_element: { command, mouse_click_deviation: { x: 0, y: 0 } } }],
  [{ select_option: { command, select_values: ['^{a[0]}(', 'Price (in $'] } }],
  [{ input_text: { input_text: 'a', fill_or_type: 'key_press' } }],
  [{ go_to_url: { url: '{portal[0]}/orders' } }],
  [{ go_to_url: { url: 'https://{host[0]}/' } }],
  [{ go_to_url: { url: ' data:text/html,x' } }],
])('accepts %j, which only looks redundant or wrong', (interaction) => {
  const automation = automationWith([{ interaction_action: interaction }]);
  expect(parseAutomation(automation).nodes).toHaveLength(1);
});
