import { expect, test } from '@jest/globals';
import { warningsOf, withNodes } from '../../test/lint-cases.ts';
import { click } from '../../test/wire-nodes.ts';

test('requires a downloading step when downloads are expected', () => {
  const more = { expected_downloads: 2 };
  expect(warningsOf(withNodes([click('locator("a")')], more))).toEqual([
    'no-download-step expected_downloads',
  ]);
  const loop = { variable_name: 'ids', nodes: [click('locator("a")', { expect_download: true })] };
  expect(warningsOf(withNodes([loop], more))).toEqual([]);
  const handler = { type: 'private_node', handler: 'a.b' };
  expect(warningsOf(withNodes([handler], more))).toEqual([]);
});
