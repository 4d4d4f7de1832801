import { expect, test } from '@jest/globals';
import { parseAutomation } from './automation/index.ts';
import { describeFailure } from './describe-failure.ts';
import { automationWith } from './test/wire-nodes.ts';

test.each([
  ['no position', 'no position'],
  ['bad pattern (pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts%3A1%3A2)', 'bad pattern'],
  ['bad pattern\n    at pptr:evaluate;file%3A%2F%2F%2Fapp%2Fa.ts:1:2', 'bad pattern'],
  ['file:///etc/a.js is not allowed', 'file:///etc/a.js is not allowed'],
  ['broken at file:///app/src/a.ts:12:3', 'broken at'],
])('keeps the places of the own sources out of %j', (message, kept) => {
  const automation = parseAutomation(automationWith([]));
  expect(describeFailure(new Error(message), automation).message).toBe(`Error: ${kept}`);
});
