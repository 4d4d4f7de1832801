import { expect, test } from '@jest/globals';
import { whyNotImported } from './why-not-imported.ts';

test('names the mistake in a JSON file, whether or not its name ends with .json', () => {
  expect(whyNotImported('{ "steps": [', 'order.json')).toMatch(
    /^This file is not valid JSON: .+ JSON input/,
  );
  expect(whyNotImported('[1,]', 'order')).toMatch(/^This file is not valid JSON: .+token ']'/);
  expect(whyNotImported('', 'order.json')).toMatch(/^This file is not valid JSON/);
});

test('distinguishes a file from an unknown tool and a file of an unknown type', () => {
  expect(whyNotImported('\uFEFF{}', 'order.json')).toMatch(/^This is JSON, but not from a tool/);
  expect(whyNotImported('a,b', 'order.csv')).toBe('This file type cannot be imported.');
});
