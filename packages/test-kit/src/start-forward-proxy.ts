import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@errand/app-runtime';
import { pollUntil } from './poll-until.ts';
import { isListening } from './server-process/is-listening.ts';
import { startServerProcess } from './server-process/start-server-process.ts';

/** A real tinyproxy. */
export interface ForwardProxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a tinyproxy that requires this login, if one is given. It identifies itself as
 * `errand-proxy` in the Via header.
 */
export async function startForwardProxy(login?: {
  readonly username: string;
  readonly password: string;
}): Promise<ForwardProxy> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-proxy-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const port = await findFreePort();
  const file = join(directory, 'tinyproxy.conf');
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 60',
    'ViaProxyName "errand-proxy"',
    ...(login ? [`BasicAuth ${login.username} ${login.password}`] : []),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const server = owned.use(
    startServerProcess({
      program: '/usr/bin/tinyproxy',
      programArguments: ['-d', '-c', file],
      logFile: join(directory, 'tinyproxy.log'),
      user: undefined,
    }),
  );
  await pollUntil('tinyproxy listens', async () => {
    await server.assertRunning();
    return isListening(port);
  });
  const resources = owned.move();
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
