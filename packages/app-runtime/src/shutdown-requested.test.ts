import { expect, test } from '@jest/globals';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const index = fileURLToPath(new URL('index.ts', import.meta.url));
const script = `
  import { shutdownRequested } from ${JSON.stringify(index)};
  const requested = shutdownRequested();
  process.send('ready');
  process.stdout.write(await requested);
  process.exit(0);`;

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['the end of the parent', 'parent-gone'],
] as const)('resolves on %s', async (cause, reason) => {
  const child = fork('--input-type=module', ['-e', script], {
    execPath: 'node',
    silent: true,
    execArgv: [],
  });
  await once(child, 'message');
  if (cause === 'SIGTERM' || cause === 'SIGINT') child.kill(cause);
  else child.disconnect();
  const [output] = await once(child.stdout ?? child, 'data');
  expect(String(output)).toBe(reason);
});
