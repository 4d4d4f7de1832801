import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

/** Resolves and prints every import. */
const printImports = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      console.log(resolved.url);
      return resolved;
    },
  });
  await import('@errand/automation-engine/automation');
`;

test('loads no browser library when it only checks an automation', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', printImports], {
    cwd: import.meta.dirname,
  });
  const loaded = stdout.trim().split('\n');
  expect(loaded).toContainEqual(expect.stringMatching(/parse-automation\.ts$/));
  expect(loaded).toContainEqual(expect.stringMatching(/click-element\.ts$/));
  expect(
    loaded.filter((url) => /\/(puppeteer|playwright)[^/]*\/|run-automation/.test(url)),
  ).toEqual([]);
});
