import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { providerNames, readModelTable } from './model-table.ts';

test('has a proof of every feature with every provider', () => {
  const rows = readModelTable(fileURLToPath(new URL('../../../', import.meta.url)));
  const everywhere = rows.filter(({ providers }) => providers.length === providerNames.length);
  expect(everywhere.map(({ feature }) => feature)).toEqual(
    expect.arrayContaining([
      'structured output',
      'image',
      'pdf',
      'tools',
      'retries',
      'timeout',
      'abort',
      'budget',
      'fallback',
      'not configured',
    ]),
  );
  expect(new Set(rows.map(({ feature }) => feature)).size).toBe(rows.length);
});
