import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLocator } from './parse-locator.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../apps/docs/locators.md'), 'utf8');
const shown = [...guide.matchAll(/^```text\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

test('shows only locators that are accepted', () => {
  expect(shown.length).toBeGreaterThan(20);
  for (const locator of shown) expect(() => checkLocator(locator)).not.toThrow();
});
