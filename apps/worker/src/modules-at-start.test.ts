import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

/** Prints every module that a worker loads before it has any settings. */
const printImports = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      console.log(resolved.url);
      return resolved;
    },
  });
  await import('./main.ts').catch(() => undefined);
`;

test('loads libraries that few tasks need only when a task needs them', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', printImports], {
    cwd: import.meta.dirname,
    env: {},
  }).catch((error: { stdout: string }) => error);
  const loaded = stdout.trim().split('\n');
  expect(loaded).toContainEqual(expect.stringMatching(/puppeteer-core\//));
  const library =
    /\/node_modules\/(ajv|fflate|jsonwebtoken|otplib|pdf[^/]*|exceljs|openai|@anthropic-ai[^/]*|@google[^/]*|@aws-sdk|@opentelemetry\/sdk[^/]*)\/|start-recorder\.generated/;
  expect(loaded.flatMap((url) => library.exec(url)?.[0] ?? [])).toEqual([]);
});
