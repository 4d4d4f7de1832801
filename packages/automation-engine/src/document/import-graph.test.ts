import { listImports } from '@errand/test-kit';
import { expect, test } from '@jest/globals';

test('loads no browser library when it only checks an automation', async () => {
  const loaded = await listImports('@errand/automation-engine/automation', import.meta.dirname);
  expect(loaded).toContainEqual(expect.stringMatching(/parse-automation\.ts$/));
  expect(loaded).toContainEqual(expect.stringMatching(/click-element\.ts$/));
  expect(
    loaded.filter((url) => /\/(puppeteer|playwright)[^/]*\/|run-automation/.test(url)),
  ).toEqual([]);
});
