import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pollUntil } from '../poll-until.ts';
import { ServerProcessError } from './server-process-error.ts';
import { startServerProcess } from './start-server-process.ts';

test('reports why a server exited, with the tail of its log', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'errand-server-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const server = owned.use(
    startServerProcess({
      program: '/bin/sh',
      programArguments: ['-c', 'echo no such setting; exit 3'],
      logFile: join(directory, 'server.log'),
      user: undefined,
    }),
  );
  const ended = await pollUntil('the server has ended', () =>
    server.assertRunning().then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  expect(ended).toBeInstanceOf(ServerProcessError);
  expect(String(ended)).toMatch(/\/bin\/sh ended with 3\. Its log [^]*no such setting$/);
});
