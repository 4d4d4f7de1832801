import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickEnvironment, startApp } from './index.ts';

const index = new URL('index.ts', import.meta.url).href;

test('knows when an app is ready, ends it, and says when it ends by itself', async () => {
  await using program = writeProgram(`
    import { announceReady, shutdownRequested } from ${JSON.stringify(index)};
    const shutdown = shutdownRequested();
    announceReady({ port: 7 });
    await shutdown;`);
  const app = await startApp(program.options);
  expect(app.port).toBe(7);
  process.kill(app.processId ?? 0, 'SIGKILL');
  expect(await app.failed).toBe('example ended unexpectedly (SIGKILL).');
  await using second = await startApp(program.options);
  expect(second.processId).not.toBe(app.processId);
});

test('shows what an app wrote before it ended instead of getting ready', async () => {
  await using program = writeProgram(`throw new Error('no database');`);
  await expect(startApp(program.options)).rejects.toThrow(
    /example ended while it started:[^]*no database/,
  );
});

function writeProgram(source: string) {
  const directory = mkdtempSync(join(tmpdir(), 'errand-app-'));
  const main = join(directory, 'main.mjs');
  writeFileSync(main, source);
  return {
    options: {
      name: 'example',
      main,
      environment: {},
      inherited: pickEnvironment(process.env),
      logFile: join(directory, 'log'),
    },
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true });
    },
  };
}
