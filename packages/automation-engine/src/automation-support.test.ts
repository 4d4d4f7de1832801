import { expect, test } from '@jest/globals';
import { assertSupported } from './automation-support.ts';
import { parseAutomation } from './automation/index.ts';
import { automationWith } from './test/wire-nodes.ts';

// proves: browser_channel, backend
test.each([
  ['browser_channel', 'rdp'],
  ['backend', 'computer-vision'],
])('refuses to run an automation with %s %s', (field, value) => {
  const automation = parseAutomation(automationWith([], { [field]: value }));
  expect(() => assertSupported(automation)).toThrow(
    `not_implemented: ${field} "${value}" does not run in this version of the engine.`,
  );
});

test('lets the defaults and their explicit values run', () => {
  const plain = { browser_channel: 'chromium', backend: 'browser-use', os_emulation: null };
  for (const more of [{}, plain, { reuse_page_if_already_on_url: true, allow_cookies: true }]) {
    expect(() => assertSupported(parseAutomation(automationWith([], more)))).not.toThrow();
  }
});
