import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const index = fileURLToPath(new URL('index.ts', import.meta.url));

test('writes one JSON line per entry to standard error, with the cause of an error', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(index)};
    const logger = createLogger({ name: 'example', level: 'info' }).child({ taskId: 't1' });
    logger.debug('not shown');
    logger.error('delivery failed', { error: new Error('outer', { cause: new Error('inner') }) });`;
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toMatchObject({
    app: 'example',
    level: 'error',
    message: 'delivery failed',
    taskId: 't1',
    error: { message: 'outer', cause: { message: 'inner' } },
  });
});
