import { findFreePort, listen, type ListeningServer } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { startTcpProxy } from './tcp-proxy.ts';

test('alternates between targets and skips one that is down', async () => {
  await using one = await startServer('one');
  await using other = await startServer('other');
  await using proxy = await startTcpProxy([one.port, await findFreePort(), other.port]);
  const answers: string[] = [];
  for (let index = 0; index < 3; index += 1) answers.push(await ask(proxy.url));
  expect(new Set(answers)).toEqual(new Set(['one', 'other']));
});

test('holds everything back while cut, then delivers it', async () => {
  await using server = await startServer('here');
  await using proxy = await startTcpProxy([server.port]);
  proxy.cut();
  let isAnswered = false;
  const answer = ask(proxy.url).finally(() => {
    isAnswered = true;
  });
  // Direct requests get their responses long before a request that is held back.
  for (let index = 0; index < 5; index += 1) await ask(server.url);
  await turn();
  expect([isAnswered, server.count()]).toEqual([false, 5]);
  proxy.restore();
  expect(await answer).toBe('here');
});

async function startServer(
  name: string,
): Promise<ListeningServer & { readonly count: () => number }> {
  let count = 0;
  const server = await listen(
    (_request, response) => {
      count += 1;
      response.end(name);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  return { ...server, count: () => count, [Symbol.asyncDispose]: () => stop(server) };
}

async function stop(server: ListeningServer): Promise<void> {
  await server[Symbol.asyncDispose]();
}

/** Uses a new connection. */
async function ask(url: string): Promise<string> {
  return (await fetch(url, { headers: { connection: 'close' } })).text();
}
