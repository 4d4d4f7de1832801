import { listImports } from '@errand/test-kit';
import { expect, test } from '@jest/globals';

test('loads libraries that few tasks need only when a task needs them', async () => {
  // Loads all its modules, and ends because it has no settings.
  const loaded = await listImports('./main.ts', import.meta.dirname);
  expect(loaded).toContainEqual(expect.stringMatching(/puppeteer-core\//));
  expect(loaded.filter((url) => url.includes('/automation-engine/'))).toEqual([]);
  const library =
    /\/node_modules\/(ajv|fflate|jsonwebtoken|otplib|pdf[^/]*|exceljs|openai|@anthropic-ai[^/]*|@google[^/]*|@aws-sdk|@opentelemetry\/sdk[^/]*)\/|start-recorder\.generated/;
  expect(loaded.flatMap((url) => library.exec(url)?.[0] ?? [])).toEqual([]);
});
