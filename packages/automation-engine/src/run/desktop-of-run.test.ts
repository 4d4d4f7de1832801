import { expect, test } from '@jest/globals';
import { parseAutomation } from '../document/index.ts';
import { runAutomation } from './run-automation.ts';
import { automationWith } from '../test/wire-nodes.ts';

const inputs = { inputParameters: {} };
const dependencies = {
  signal: new AbortController().signal,
  downloadsDirectory: '',
  logger: { warn: () => undefined },
  onEvent: () => undefined,
};

test('fails as retryable when the run has neither page nor screen', async () => {
  const automation = parseAutomation(automationWith([], { browser_channel: 'rdp', url: '' }));
  expect(await runAutomation(automation, inputs, dependencies)).toMatchObject({
    status: 'failed',
    error: { class: 'desktop_unavailable', retry: 'infrastructure', pageUrl: '' },
  });
});
