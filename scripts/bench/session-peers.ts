import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, QueryKind } from './session-queries.ts';

const PROGRAM = fileURLToPath(new URL('session-peer-process.ts', import.meta.url));

/** Names of the tools, which the process below knows. */
const PEERS = ['playwright-core', 'puppeteer'] as const;

/**
 * Starts a process in which the other tools make their queries. In this process, the garbage of
 * their trees and screenshots would be collected during the requests of the session.
 */
export async function startPeers(
  url: string,
): Promise<AsyncDisposable & { readonly tools: readonly Measured[] }> {
  const child = fork(PROGRAM, [url]);
  let answer = Promise.withResolvers<unknown>();
  child.on('message', (message) => answer.resolve(message));
  child.once('disconnect', () => answer.reject(new Error('The process of the peers has ended.')));
  await answer.promise;
  return {
    tools: PEERS.map((name) => ({
      name,
      async measure(kind: QueryKind) {
        answer = Promise.withResolvers();
        child.send({ name, kind });
        return Number(await answer.promise);
      },
    })),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      if (child.connected) child.disconnect();
      if (child.exitCode === null) await exited;
    },
  };
}
