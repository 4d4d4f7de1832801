import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickEnvironment, startApp } from './index.ts';

const index = new URL('index.ts', import.meta.url).href;

test('detects when an app is ready, ends it, and reports when it ends by itself', async () => {
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

test('shows the output of an app that ended before it was ready', async () => {
  await using program = writeProgram(`throw new Error('no database');`);
  await expect(startApp(program.options)).rejects.toThrow(
    /example ended while it started:[^]*no database/,
  );
});

test('waits for an app that makes progress for longer than the stall limit', async () => {
  await using program = writeProgram(`
    import { announceReady, shutdownRequested } from ${JSON.stringify(index)};
    const shutdown = shutdownRequested();
    const until = performance.now() + 8_000;
    while (performance.now() < until) Math.sqrt(until);
    announceReady();
    await shutdown;`);
  const patience = { stallMs: 5_000, totalMs: 120_000 };
  await using app = await startApp({ ...program.options, patience });
  expect(app.processId).toBeGreaterThan(0);
});

test('gives up on an app that stalls, and on one that is never ready', async () => {
  await using still = writeProgram('setTimeout(() => undefined, 600_000);');
  const start = startApp({ ...still.options, patience: { stallMs: 5_000, totalMs: 120_000 } });
  await expect(start).rejects.toThrow('example made no progress for 5000 ms while it started.');
  await using busy = writeProgram('setInterval(() => console.log("soon"), 100);');
  const endless = startApp({ ...busy.options, patience: { stallMs: 60_000, totalMs: 5_000 } });
  await expect(endless).rejects.toThrow('example was not ready within 5000 ms.');
});

test('ends an app that is still starting when its signal fires', async () => {
  await using program = writeProgram('setInterval(() => console.log("soon"), 100);');
  const givingUp = new AbortController();
  const start = startApp({ ...program.options, signal: givingUp.signal });
  givingUp.abort(new Error('not needed'));
  await expect(start).rejects.toThrow('not needed');
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
