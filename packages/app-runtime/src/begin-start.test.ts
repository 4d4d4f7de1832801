import { expect, test } from '@jest/globals';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const index = fileURLToPath(new URL('index.ts', import.meta.url));

function run(script: string) {
  const source = `import { beginStart, StartError } from ${JSON.stringify(index)};
    const start = beginStart();
    ${script}`;
  return fork('--input-type=module', ['-e', source], {
    execPath: 'node',
    silent: true,
    execArgv: [],
  });
}

async function failWith(error: string) {
  const child = run(`await Promise.reject(${error});`);
  const exited = once(child, 'exit');
  const shown = await text(child.stderr ?? Readable.from([]));
  const [code] = await exited;
  return { shown, code };
}

test.each(['SIGTERM', 'SIGINT'] as const)('exits at once on %s during startup', async (signal) => {
  const child = run(`setInterval(() => {}, 1_000);
    process.send('waiting');
    await new Promise(() => {});`);
  await once(child, 'message');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('leaves shutdown to the process once it is ready', async () => {
  const child = run(`start.ready({ port: 7 });
    await start.shutdown;
    process.exit(5);`);
  expect(await once(child, 'message')).toMatchObject([{ type: 'ready', port: 7 }, undefined]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([5, null]);
});

test('prints no stack for an error that the operator can fix, but one for a bug', async () => {
  expect(await failWith(`new StartError('Set PORT.')`)).toEqual({ shown: 'Set PORT.\n', code: 1 });
  expect(await failWith(`new Error('a bug')`)).toEqual({
    shown: expect.stringMatching(/a bug\n +at /),
    code: 1,
  });
});
